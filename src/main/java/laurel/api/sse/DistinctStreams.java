package laurel.api.sse;

import graphql.ExecutionResult;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.api.access.Caller;
import laurel.api.access.CallerResolver;
import laurel.api.engine.GraphQLRequest;
import laurel.api.error.HttpRequestException;
import laurel.api.http.RequestReader;
import laurel.api.http.ResponseFormat;
import laurel.api.http.Responses;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.api.operation.SubscriptionDelivery;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * One operation, answered as a stream of events, after the protocol graphql-sse in its "distinct connections" mode. What is
 * wrong with it before it runs is answered as at {@code /graphql}.
 */
@Singleton
public final class DistinctStreams {
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Operations operations;
    private final LiveConnections connections;
    private final Responses responses;
    private final CallerResolver callerApp;

    DistinctStreams(Operations operations, LiveConnections connections, Responses responses, CallerResolver callerApp) {
        this.operations = operations;
        this.connections = connections;
        this.responses = responses;
        this.callerApp = callerApp;
    }

    public HttpResponse<?> answer(HttpRequest<?> http, Supplier<GraphQLRequest> read) {
        try {
            Caller caller = callerApp.caller(http);
            GraphQLRequest request = read.get();
            operations.kind(request).ifPresent(kind -> RequestReader.requirePost(http, kind));
            return opened(request, caller, lastEvent(http));
        } catch (Throwable e) {
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, e);
        }
    }

    public boolean isSubscription(GraphQLRequest request) {
        return operations.isSubscription(request);
    }

    Caller caller(HttpRequest<?> http) {
        return callerApp.caller(http);
    }

    /** What an EventSource had last when its connection broke; null where it had nothing. */
    private static @Nullable String lastEvent(HttpRequest<?> http) {
        return http.getHeaders()
                .findFirst(LAST_EVENT_ID)
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .orElse(null);
    }

    private HttpResponse<?> opened(GraphQLRequest request, Caller caller, @Nullable String after) {
        var opened = new Streaming(caller);
        add(opened.stream);
        // From now on it is there, however long the answer takes.
        boolean unused = opened.stream.open();
        ExecutionResult refused;
        try {
            refused = opened.running.start(request, after);
        } catch (Throwable e) {
            opened.close();
            throw e;
        }
        if (refused != null) {
            opened.close();
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, refused);
        }
        boolean unusedToo = opened.stream.open();
        return response(opened.stream);
    }

    /** Counts it, or refuses it where there are as many as there may be. */
    void add(EventStream stream) {
        if (!connections.add(stream)) {
            throw new HttpRequestException(
                    503,
                    RequestErrorCode.UNAVAILABLE,
                    "There are " + connections.limits().connections()
                            + " connections, the limit laurel.limits.connections",
                    Map.of("Retry-After", "5"));
        }
    }

    static HttpResponse<?> response(EventStream stream) {
        return HttpResponse.ok(stream.body())
                .contentType(MediaType.TEXT_EVENT_STREAM_TYPE)
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept")
                // A client that has been left may still have to read what waits; then its connection ends.
                .header("Connection", "close")
                // Proxies that gather what they pass on would keep it back.
                .header("X-Accel-Buffering", "no");
    }

    /** A stream and the operation that it answers. */
    private final class Streaming {
        final EventStream stream =
                new EventStream(connections, operations.executor(), DistinctStreams::farewell, this::cancel);
        final RunningOperation running;

        Streaming(Caller caller) {
            running = new RunningOperation(operations, caller, new StreamSink(stream, null), connections);
        }

        void cancel() {
            running.cancel();
        }

        void close() {
            connections.remove(stream);
            running.cancel();
        }
    }

    private static byte[] farewell() {
        var events = new ByteArrayOutputStream();
        events.writeBytes(ServerSentEvent.next(
                ServerSentEvent.result(List.of(SubscriptionDelivery.SLOW.toSpecification())), null));
        events.writeBytes(ServerSentEvent.complete());
        return events.toByteArray();
    }
}
