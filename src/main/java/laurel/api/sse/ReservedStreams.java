package laurel.api.sse;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.api.error.CodedError;
import laurel.api.error.HttpRequestException;
import laurel.api.http.HttpApi;
import laurel.api.http.RequestReader;
import laurel.api.http.ResponseFormat;
import laurel.api.http.Responses;
import laurel.api.operation.ActiveOperations;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The "single connection mode" of graphql-sse: one event stream for many operations. PUT reserves a stream and returns its
 * token. With the token, GET opens the stream, POST starts an operation, and DELETE ends one. A token is valid only for the
 * app and the kind of key that reserved the stream.
 */
@Singleton
public final class ReservedStreams {
    private static final int TOKEN_BYTES = 24;
    private static final String OPERATION_ID = "operationId";
    private static final List<String> OPERATION_PARAMETERS = List.of("query", "documentId", "extensions");

    private final DistinctStreams streams;
    private final Operations operations;
    private final LiveConnections connections;
    private final Responses responses;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, ReservedStream> reserved = new ConcurrentHashMap<>();

    ReservedStreams(DistinctStreams streams, Operations operations, LiveConnections connections, Responses responses) {
        this.streams = streams;
        this.operations = operations;
        this.connections = connections;
        this.responses = responses;
    }

    /** An event stream and its operations. */
    private final class ReservedStream {
        final String token;
        final Caller caller;
        final ActiveOperations active = new ActiveOperations(connections.limits());
        final EventStream events;

        ReservedStream(String token, Caller caller) {
            this.token = token;
            this.caller = caller;
            this.events = new EventStream(connections, caller, operations.executor(), this::farewell, this::close);
        }

        private byte[] farewell(CodedError error) {
            byte[] result = ServerSentEvent.errorResult(List.of(error.toSpecification()));
            var events = new ByteArrayOutputStream();
            for (String id : active.ids()) {
                events.writeBytes(ServerSentEvent.nextOf(id, result));
                events.writeBytes(ServerSentEvent.completeOf(id));
            }
            return events.toByteArray();
        }

        void close() {
            reserved.remove(token);
            active.close();
        }
    }

    /** Whether a request has the token of a reserved stream. */
    public static boolean isAddressedBy(HttpRequest<?> http) {
        return token(http) != null;
    }

    public HttpResponse<?> reserve(HttpRequest<?> http) {
        return respond(() -> {
            byte[] token = new byte[TOKEN_BYTES];
            random.nextBytes(token);
            var stream = new ReservedStream(HexFormat.of().formatHex(token), streams.caller(http));
            streams.add(stream.events);
            reserved.put(stream.token, stream);
            return HttpResponse.created(stream.token)
                    .contentType(MediaType.TEXT_PLAIN_TYPE)
                    .header("Cache-Control", "no-store");
        });
    }

    /** Opens the stream, or starts an operation on it. */
    public HttpResponse<?> respond(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        return respond(() -> {
            ReservedStream one = find(http);
            boolean opens = "GET".equals(http.getMethodName())
                    && OPERATION_PARAMETERS.stream().noneMatch(http.getParameters()::contains);
            return opens ? open(one) : start(http, one, request.get());
        });
    }

    public HttpResponse<?> cancel(HttpRequest<?> http) {
        return respond(() -> {
            ReservedStream one = find(http);
            one.active.cancel(id(http.getParameters().get(OPERATION_ID)));
            return HttpResponse.ok();
        });
    }

    private HttpResponse<?> respond(Supplier<HttpResponse<?>> response) {
        try {
            return response.get();
        } catch (Throwable e) {
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, e);
        }
    }

    private static @Nullable String token(HttpRequest<?> http) {
        String header = http.getHeaders().get(HttpApi.STREAM_TOKEN_HEADER);
        return header == null ? http.getParameters().get("token") : header;
    }

    private ReservedStream find(HttpRequest<?> http) {
        Caller caller = streams.caller(http);
        String token = token(http);
        ReservedStream found = token == null ? null : reserved.get(token);
        if (found == null || !found.caller.isSame(caller)) {
            throw new HttpRequestException(
                    404,
                    RequestErrorCode.STREAM_NOT_FOUND,
                    "No event stream of the app has the token; reserve one by PUT.");
        }
        return found;
    }

    private static HttpResponse<?> open(ReservedStream one) {
        if (!one.events.open()) {
            throw new HttpRequestException(409, RequestErrorCode.BAD_REQUEST, "The event stream is already open.");
        }
        return DistinctStreams.response(one.events);
    }

    private HttpResponse<?> start(HttpRequest<?> http, ReservedStream one, GraphQLRequest sent) {
        GraphQLRequest request = operations.resolved(sent, one.caller);
        operations.kind(request).ifPresent(kind -> RequestReader.requirePost(http, kind));
        String id = id(request.extensions().get(OPERATION_ID));
        var sink = new StreamSink(one.events, id);
        RunningOperation operation =
                one.active.add(id, request, () -> new RunningOperation(operations, one.caller, sink, connections));
        if (operation == null) {
            throw new HttpRequestException(
                    409, RequestErrorCode.BAD_REQUEST, "An operation with the ID is already running.");
        }
        ExecutionResult failed = one.active.start(id, operation, request);
        if (failed != null) {
            if (!failed.isDataPresent()) {
                return responses.of(ResponseFormat.GRAPHQL_RESPONSE, failed);
            }
            // The operation was executed. After a status other than 202, clients close the stream.
            sink.error(failed.getErrors().stream()
                    .map(GraphQLError::toSpecification)
                    .toList());
        }
        return HttpResponse.accepted();
    }

    private static String id(@Nullable Object id) {
        if (!(id instanceof String text) || text.isEmpty() || text.length() > ActiveOperations.MAX_ID_LENGTH) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST,
                    "`" + OPERATION_ID + "` must have 1 to " + ActiveOperations.MAX_ID_LENGTH + " characters.");
        }
        return text;
    }
}
