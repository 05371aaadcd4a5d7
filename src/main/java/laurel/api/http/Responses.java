package laurel.api.http;

import graphql.ExecutionResult;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import laurel.api.access.CallerResolver;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.RequestLimits;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.api.error.HttpRequestException;
import laurel.request.JsonBytes;
import laurel.request.JsonPieces;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Creates HTTP responses from results and errors. */
@Singleton
public final class Responses {
    /** Seconds after which a client may retry a request that was UNAVAILABLE. */
    static final String RETRY_AFTER_SECONDS = "5";

    private final Failures failures;
    private final RequestLimits limits;

    Responses(Failures failures, RequestLimits limits) {
        this.failures = failures;
        this.limits = limits;
    }

    /**
     * Responds with a result. Caches may store an immutable result of a GET request; only the client's own cache if the
     * request has a key.
     */
    public MutableHttpResponse<byte[]> of(ResponseFormat format, ExecutedRequest executed, HttpRequest<?> http) {
        ExecutionResult result = executed.result();
        MutableHttpResponse<byte[]> response = executed.large() && !"HEAD".equals(http.getMethodName())
                ? chunked(head(format, format.status(result), result), executed)
                : write(format, format.status(result), executed.release());
        if (executed.immutable() && "GET".equals(http.getMethodName())) {
            String visibility = http.getHeaders().contains("Authorization") ? "private" : "public";
            response.getHeaders().set("Cache-Control", visibility + ", max-age=31536000, immutable");
            response.getHeaders().set("Vary", "Accept, Authorization, " + CallerResolver.HEADER);
        }
        return response;
    }

    /** Responds with the errors of a request that was not executed. */
    public MutableHttpResponse<byte[]> of(ResponseFormat format, ExecutionResult result) {
        return write(format, format.status(result), result);
    }

    /** Responds with the error for an exception. */
    public MutableHttpResponse<byte[]> of(ResponseFormat format, Throwable thrown) {
        if (thrown instanceof HttpRequestException rejection) {
            MutableHttpResponse<byte[]> response = write(format, rejection.status(), error(rejection.error()));
            rejection.headers().forEach(response::header);
            return response;
        }
        RequestException explained = failures.explain(thrown);
        ExecutionResult result = error(CodedError.of(explained));
        // Clients of Apollo read it only from a response that older clients read.
        int status = explained.code() == RequestErrorCode.PERSISTED_QUERY_NOT_FOUND
                ? format.status(result)
                : ResponseFormat.status(explained.code());
        return write(format, status, result);
    }

    private static MutableHttpResponse<byte[]> write(ResponseFormat format, int status, ExecutionResult result) {
        return head(format, status, result).body(JsonBytes.of(result.toSpecification()));
    }

    private static MutableHttpResponse<byte[]> head(ResponseFormat format, int status, ExecutionResult result) {
        MutableHttpResponse<byte[]> response = HttpResponse.<byte[]>status(HttpStatus.valueOf(status))
                .header("Content-Type", format.contentType())
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept");
        retryAfter(result).ifPresent(seconds -> response.header("Retry-After", seconds));
        return response;
    }

    /** Time to wait, if an error is UNAVAILABLE or RATE_LIMITED. The status is 200 if only fields failed. */
    private static Optional<String> retryAfter(ExecutionResult result) {
        return result.getErrors().stream()
                .flatMap(error -> error instanceof CodedError coded ? Stream.of(coded) : Stream.empty())
                .map(coded -> coded.code() == RequestErrorCode.UNAVAILABLE
                        ? RETRY_AFTER_SECONDS
                        : Objects.toString(coded.retryAfter(), ""))
                .filter(seconds -> !seconds.isEmpty())
                .findFirst();
    }

    /** The server writes each piece after the client has read the previous ones. */
    // The server accepts a publisher as body, for any declared type.
    @SuppressWarnings("unchecked")
    private MutableHttpResponse<byte[]> chunked(MutableHttpResponse<byte[]> head, ExecutedRequest executed) {
        // In case the client disconnects before the server reads the body. A connection that takes longer is closed.
        Disposable unused = Schedulers.parallel()
                .schedule(executed.onRelease(), limits.sendTime().toMillis(), TimeUnit.MILLISECONDS);
        Flux<byte[]> pieces = Flux.<byte[], JsonPieces>generate(
                        () -> new JsonPieces(executed.result().toSpecification()), Responses::next)
                .doFinally(signal -> executed.release());
        return (MutableHttpResponse<byte[]>) (MutableHttpResponse<?>) head.body(pieces);
    }

    private static JsonPieces next(JsonPieces pieces, SynchronousSink<byte[]> sink) {
        if (pieces.hasNext()) {
            sink.next(pieces.next());
        } else {
            sink.complete();
        }
        return pieces;
    }

    static byte[] body(CodedError error) {
        return JsonBytes.of(error(error).toSpecification());
    }

    private static ExecutionResult error(CodedError error) {
        return ExecutionResult.newExecutionResult().addError(error).build();
    }
}
