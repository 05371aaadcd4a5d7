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
import laurel.api.document.PersistedDocuments;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.Engine;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.Introspection;
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
 * {@code /graphql}, by the GraphQL-over-HTTP specification: queries by GET, queries and mutations by POST. Reads only
 * {@code application/json}, which browsers send for pages of other origins only after a CORS preflight.
 */
@Controller(HttpApi.GRAPHQL_PATH)
@Replaces(GraphQLController.class)
@ExecuteOn(TaskExecutors.BLOCKING)
public class GraphQLEndpoint {
    private static final int NOT_ACCEPTABLE = 406;

    private final DocumentCache documents;
    private final PersistedDocuments persisted;
    private final Engine engine;
    private final Introspection introspection;
    private final Responses responses;
    private final CallerResolver callers;
    private final DistinctStreams streams;
    private final ReservedStreams reserved;
    private final Clock clock;

    GraphQLEndpoint(
            DocumentCache documents,
            PersistedDocuments persisted,
            Engine engine,
            Introspection introspection,
            Responses responses,
            CallerResolver callers,
            DistinctStreams streams,
            ReservedStreams reserved,
            Clock clock) {
        this.documents = documents;
        this.persisted = persisted;
        this.engine = engine;
        this.introspection = introspection;
        this.responses = responses;
        this.callers = callers;
        this.streams = streams;
        this.reserved = reserved;
        this.clock = clock;
    }

    @Get(produces = MediaType.ALL)
    HttpResponse<byte[]> get(HttpRequest<?> http) {
        return asBytes(respond(http, () -> RequestReader.url(http.getParameters())));
    }

    @Post(consumes = MediaType.ALL, produces = MediaType.ALL)
    HttpResponse<byte[]> post(HttpRequest<?> http, @Body byte @Nullable [] body) {
        return asBytes(respond(http, () -> {
            RequestReader.requireJson(http);
            return RequestReader.body(body);
        }));
    }

    // For any other type the server would convert each piece of a publisher to JSON.
    @SuppressWarnings("unchecked")
    private static HttpResponse<byte[]> asBytes(HttpResponse<?> response) {
        return (HttpResponse<byte[]>) response;
    }

    private HttpResponse<?> respond(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        if (ReservedStreams.isAddressedBy(http) && hasBody(http)) {
            return reserved.respond(http, request);
        }
        return ResponseFormat.prefersStream(http.getHeaders().getAll("Accept")) && hasBody(http)
                ? streams.respond(http, request)
                : respondOnce(http, request);
    }

    /** Whether the response has a body, so that the client can read a stream. */
    private static boolean hasBody(HttpRequest<?> http) {
        return !"HEAD".equals(http.getMethodName());
    }

    private HttpResponse<?> respondOnce(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        List<String> accept = http.getHeaders().getAll("Accept");
        ResponseFormat format = ResponseFormat.accepted(accept);
        try {
            if (format == null) {
                throw new HttpRequestException(
                        NOT_ACCEPTABLE,
                        RequestErrorCode.BAD_REQUEST,
                        "`Accept` must allow `application/graphql-response+json` or `application/json` in UTF-8, or"
                                + " `text/event-stream`.");
            }
            GraphQLRequest parsed = persisted.resolve(request.get(), CallerResolver.granted(http));
            return ResponseFormat.allowsStream(accept) && hasBody(http) && streams.isSubscription(parsed)
                    ? streams.respond(http, () -> parsed)
                    : responses.of(format, execute(http, parsed), http);
        } catch (Throwable e) {
            return responses.of(format == null ? ResponseFormat.JSON : format, e);
        }
    }

    private ExecutedRequest execute(HttpRequest<?> http, GraphQLRequest request) {
        return switch (documents.get(request.query())) {
            case ParsedDocument.Invalid invalid ->
                ExecutedRequest.of(ExecutionResult.newExecutionResult()
                        .errors(introspection.visibleErrors(invalid, CallerResolver.granted(http)))
                        .build());
            case ParsedDocument.Valid valid -> execute(http, request, valid);
        };
    }

    private ExecutedRequest execute(HttpRequest<?> http, GraphQLRequest request, ParsedDocument.Valid document) {
        Operation operation;
        try {
            operation = document.operation(request.operationName()).getOperation();
        } catch (RequestException e) {
            return ExecutedRequest.of(ExecutionResult.newExecutionResult()
                    .addError(CodedError.of(e))
                    .build());
        }
        requireMethod(http, operation);
        return engine.execute(request, document, callers.resolve(http), clock.instant());
    }

    private static void requireMethod(HttpRequest<?> http, Operation operation) {
        if (operation == Operation.SUBSCRIPTION) {
            throw new HttpRequestException(
                    400,
                    RequestErrorCode.BAD_REQUEST,
                    "Subscriptions require a WebSocket at this path (" + SocketUpgrade.PROTOCOL
                            + "), or server-sent events: at this path if `Accept` allows `text/event-stream`, or at "
                            + HttpApi.STREAM_PATH + ".");
        }
        RequestReader.requirePost(http, operation);
    }
}
