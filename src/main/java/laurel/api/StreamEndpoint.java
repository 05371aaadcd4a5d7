package laurel.api;

import graphql.ExecutionResult;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Map;
import java.util.function.Supplier;
import laurel.graphql.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * {@code /graphql/stream}, after the protocol graphql-sse in its "distinct connections" mode: one operation, answered as a
 * stream of events. What is wrong with it before it runs is answered as at {@code /graphql}.
 */
@Controller(StreamEndpoint.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
class StreamEndpoint {
    static final String PATH = GraphQLEndpoint.PATH + "/stream";

    private final Operations operations;
    private final LiveConnections connections;
    private final Responses responses;
    private final CallerApp callerApp;

    StreamEndpoint(Operations operations, LiveConnections connections, Responses responses, CallerApp callerApp) {
        this.operations = operations;
        this.connections = connections;
        this.responses = responses;
        this.callerApp = callerApp;
    }

    /** Not by HEAD: nobody would read the stream, or leave it. */
    @Get(produces = MediaType.ALL, headRoute = false)
    HttpResponse<?> get(HttpRequest<?> http) {
        return answer(http, () -> RequestReader.url(http.getParameters()));
    }

    @Post(consumes = MediaType.ALL, produces = MediaType.ALL)
    HttpResponse<?> post(HttpRequest<?> http, @Body byte @Nullable [] body) {
        return answer(http, () -> {
            GraphQLEndpoint.requireJson(http);
            return RequestReader.body(body);
        });
    }

    private HttpResponse<?> answer(HttpRequest<?> http, Supplier<GraphQLRequest> read) {
        try {
            Caller caller =
                    callerApp.caller(KeyScope.of(http), http.getHeaders().getAll(CallerApp.HEADER));
            GraphQLRequest request = read.get();
            operations.kind(request).ifPresent(kind -> GraphQLEndpoint.requirePost(http, kind));
            return opened(request, caller);
        } catch (RuntimeException e) {
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, e);
        }
    }

    private HttpResponse<?> opened(GraphQLRequest request, Caller caller) {
        var opened = new Streaming(caller);
        if (!connections.add(opened.stream)) {
            throw new HttpRefusal(
                    503,
                    ErrorCode.UNAVAILABLE,
                    "There are " + connections.limits().connections()
                            + " connections, the limit laurel.limits.connections",
                    Map.of("Retry-After", "5"));
        }
        ExecutionResult refused;
        try {
            refused = opened.running.start(request);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        if (refused != null) {
            opened.close();
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, refused);
        }
        return HttpResponse.ok(opened.stream.body())
                .contentType(MediaType.TEXT_EVENT_STREAM_TYPE)
                .header("Cache-Control", "no-store")
                // Proxies that gather what they pass on would keep it back.
                .header("X-Accel-Buffering", "no");
    }

    /** A stream and the operation that it answers. */
    private final class Streaming {
        final EventStream stream = new EventStream(connections.limits().buffer(), this::close);
        final Running running;

        Streaming(Caller caller) {
            running = new Running(operations, caller, stream, connections);
        }

        void close() {
            connections.remove(stream);
            running.cancel();
        }
    }
}
