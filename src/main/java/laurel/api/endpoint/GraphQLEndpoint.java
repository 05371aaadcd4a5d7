package laurel.api.endpoint;

import graphql.ExecutionResult;
import graphql.language.OperationDefinition.Operation;
import io.micronaut.configuration.graphql.GraphQLController;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import laurel.api.access.CallerResolver;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.Engine;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.ParsedDocument;
import laurel.api.error.CodedError;
import laurel.api.error.HttpRequestException;
import laurel.api.http.HttpApi;
import laurel.api.http.RequestReader;
import laurel.api.http.ResponseFormat;
import laurel.api.http.Responses;
import laurel.api.socket.SocketUpgrade;
import laurel.api.sse.DistinctStreams;
import laurel.api.sse.ReservedStreams;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * {@code /graphql}, after the GraphQL-over-HTTP specification: queries by GET, anything but subscriptions by POST. Only
 * {@code application/json} is read, which no web page of a stranger can send without asking first.
 */
@Controller(HttpApi.GRAPHQL_PATH)
@Replaces(GraphQLController.class)
@ExecuteOn(TaskExecutors.BLOCKING)
public class GraphQLEndpoint {
    private static final int NOT_ACCEPTABLE = 406;

    private final DocumentCache documents;
    private final Engine engine;
    private final Responses responses;
    private final CallerResolver callerApp;
    private final DistinctStreams streams;
    private final ReservedStreams reserved;
    private final Clock clock;

    GraphQLEndpoint(
            DocumentCache documents,
            Engine engine,
            Responses responses,
            CallerResolver callerApp,
            DistinctStreams streams,
            ReservedStreams reserved,
            Clock clock) {
        this.documents = documents;
        this.engine = engine;
        this.responses = responses;
        this.callerApp = callerApp;
        this.streams = streams;
        this.reserved = reserved;
        this.clock = clock;
    }

    @Get(produces = MediaType.ALL)
    HttpResponse<byte[]> get(HttpRequest<?> http) {
        return asBytes(answer(http, () -> RequestReader.url(http.getParameters())));
    }

    @Post(consumes = MediaType.ALL, produces = MediaType.ALL)
    HttpResponse<byte[]> post(HttpRequest<?> http, @Body byte @Nullable [] body) {
        return asBytes(answer(http, () -> {
            RequestReader.requireJson(http);
            return RequestReader.body(body);
        }));
    }

    // Of any other type the server would make JSON what a publisher gives, each piece by itself.
    @SuppressWarnings("unchecked")
    private static HttpResponse<byte[]> asBytes(HttpResponse<?> response) {
        return (HttpResponse<byte[]>) response;
    }

    private HttpResponse<?> answer(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        if (ReservedStreams.concerns(http) && isRead(http)) {
            return reserved.answer(http, request);
        }
        return ResponseFormat.prefersStream(http.getHeaders().getAll("Accept")) && isRead(http)
                ? streams.answer(http, request)
                : answerOnce(http, request);
    }

    /** Whether somebody reads a stream that is the answer. */
    private static boolean isRead(HttpRequest<?> http) {
        return !"HEAD".equals(http.getMethodName());
    }

    private HttpResponse<?> answerOnce(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        List<String> accept = http.getHeaders().getAll("Accept");
        ResponseFormat format = ResponseFormat.accepted(accept);
        try {
            if (format == null) {
                throw new HttpRequestException(
                        NOT_ACCEPTABLE,
                        RequestErrorCode.BAD_REQUEST,
                        "Accept must allow application/graphql-response+json or application/json, in UTF-8, or"
                                + " text/event-stream");
            }
            GraphQLRequest asked = request.get();
            return ResponseFormat.allowsStream(accept) && isRead(http) && streams.isSubscription(asked)
                    ? streams.answer(http, () -> asked)
                    : responses.of(format, run(http, asked), http);
        } catch (Throwable e) {
            return responses.of(format == null ? ResponseFormat.JSON : format, e);
        }
    }

    private ExecutedRequest run(HttpRequest<?> http, GraphQLRequest request) {
        return switch (documents.of(request.query())) {
            case ParsedDocument.Invalid invalid ->
                ExecutedRequest.now(ExecutionResult.newExecutionResult()
                        .errors(invalid.errors())
                        .build());
            case ParsedDocument.Valid valid -> run(http, request, valid);
        };
    }

    private ExecutedRequest run(HttpRequest<?> http, GraphQLRequest request, ParsedDocument.Valid document) {
        Operation operation;
        try {
            operation = document.operation(request.operationName()).getOperation();
        } catch (RequestException e) {
            return ExecutedRequest.now(ExecutionResult.newExecutionResult()
                    .addError(CodedError.of(e))
                    .build());
        }
        requireMethod(http, operation);
        return engine.run(request, document, callerApp.context(http, clock.instant()));
    }

    private static void requireMethod(HttpRequest<?> http, Operation operation) {
        if (operation == Operation.SUBSCRIPTION) {
            throw new HttpRequestException(
                    400,
                    RequestErrorCode.BAD_REQUEST,
                    "Subscriptions are answered over WebSocket here (" + SocketUpgrade.PROTOCOL
                            + "), or as server-sent events, here where Accept allows text/event-stream, and at "
                            + HttpApi.STREAM_PATH);
        }
        RequestReader.requirePost(http, operation);
    }
}
