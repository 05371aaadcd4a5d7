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
import laurel.api.error.CodedError;
import laurel.api.error.HttpRequestException;
import laurel.api.http.RequestReader;
import laurel.api.http.ResponseFormat;
import laurel.api.http.Responses;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The "distinct connections mode" of graphql-sse: one event stream for each operation. An operation that cannot start gets
 * the same response as at {@code /graphql}.
 */
@Singleton
public final class DistinctStreams {
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Operations operations;
    private final LiveConnections connections;
    private final Responses responses;
    private final CallerResolver callers;

    DistinctStreams(Operations operations, LiveConnections connections, Responses responses, CallerResolver callers) {
        this.operations = operations;
        this.connections = connections;
        this.responses = responses;
        this.callers = callers;
    }

    public HttpResponse<?> respond(HttpRequest<?> http, Supplier<GraphQLRequest> read) {
        try {
            Caller caller = callers.resolve(http);
            GraphQLRequest request = operations.resolved(read.get(), caller);
            operations.kind(request).ifPresent(kind -> RequestReader.requirePost(http, kind));
            return open(request, caller, lastEventId(http));
        } catch (Throwable e) {
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, e);
        }
    }

    public boolean isSubscription(GraphQLRequest request) {
        return operations.isSubscription(request);
    }

    Caller caller(HttpRequest<?> http) {
        return callers.resolve(http);
    }

    /** The cursor of the last event that an EventSource received before its connection broke; null if it has none. */
    private static @Nullable String lastEventId(HttpRequest<?> http) {
        return http.getHeaders()
                .findFirst(LAST_EVENT_ID)
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .orElse(null);
    }

    private HttpResponse<?> open(GraphQLRequest request, Caller caller, @Nullable String after) {
        var created = new OperationStream(caller);
        add(created.stream);
        // The stream exists from now on, however long the operation takes to start.
        boolean unused = created.stream.open();
        ExecutionResult failed;
        try {
            failed = created.operation.start(request, after);
        } catch (Throwable e) {
            created.close();
            throw e;
        }
        if (failed != null) {
            created.close();
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, failed);
        }
        boolean unusedToo = created.stream.open();
        return response(created.stream);
    }

    /** Adds a stream to the connections. Throws 503 if the limit is reached. */
    void add(EventStream stream) {
        if (!connections.add(stream)) {
            throw new HttpRequestException(
                    503, RequestErrorCode.UNAVAILABLE, connections.limits().full(), Map.of("Retry-After", "5"));
        }
    }

    static HttpResponse<?> response(EventStream stream) {
        return HttpResponse.ok(stream.body())
                .contentType(MediaType.TEXT_EVENT_STREAM_TYPE)
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept")
                // A dropped client may still read the waiting events; then the connection closes.
                .header("Connection", "close")
                // Turns off the buffering of proxies.
                .header("X-Accel-Buffering", "no");
    }

    /** An event stream and its operation. */
    private final class OperationStream {
        final EventStream stream;
        final RunningOperation operation;

        OperationStream(Caller caller) {
            stream = new EventStream(
                    connections, caller, operations.executor(), DistinctStreams::farewell, this::cancel);
            operation = new RunningOperation(operations, caller, new StreamSink(stream, null), connections);
        }

        void cancel() {
            operation.cancel();
        }

        void close() {
            connections.remove(stream);
            operation.cancel();
        }
    }

    private static byte[] farewell(CodedError error) {
        var events = new ByteArrayOutputStream();
        events.writeBytes(ServerSentEvent.next(ServerSentEvent.errorResult(List.of(error.toSpecification())), null));
        events.writeBytes(ServerSentEvent.complete());
        return events.toByteArray();
    }
}
