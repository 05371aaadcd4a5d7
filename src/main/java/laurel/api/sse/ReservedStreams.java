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
import laurel.api.operation.SubscriptionDelivery;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Streams of events for any number of operations, after the protocol graphql-sse in its "single connection" mode. PUT
 * reserves a stream and gives its token; with the token, a GET opens it, POSTs begin operations on it, and DELETEs end
 * them. A token is good for the app and the kind of key that it was given to.
 */
@Singleton
public final class ReservedStreams {
    private static final int TOKEN_BYTES = 24;
    private static final String OPERATION_ID = "operationId";

    private final DistinctStreams streams;
    private final Operations operations;
    private final LiveConnections connections;
    private final Responses responses;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Reserved> reserved = new ConcurrentHashMap<>();

    ReservedStreams(DistinctStreams streams, Operations operations, LiveConnections connections, Responses responses) {
        this.streams = streams;
        this.operations = operations;
        this.connections = connections;
        this.responses = responses;
    }

    /** A stream and the operations on it. */
    private final class Reserved {
        final String token;
        final Caller caller;
        final ActiveOperations underWay =
                new ActiveOperations(connections.limits().subscriptions());
        final EventStream stream = new EventStream(connections, operations.executor(), this::farewell, this::close);

        Reserved(String token, Caller caller) {
            this.token = token;
            this.caller = caller;
        }

        private byte[] farewell() {
            byte[] slow = ServerSentEvent.result(List.of(SubscriptionDelivery.SLOW.toSpecification()));
            var events = new ByteArrayOutputStream();
            for (String id : underWay.ids()) {
                events.writeBytes(ServerSentEvent.nextOf(id, slow));
                events.writeBytes(ServerSentEvent.completeOf(id));
            }
            return events.toByteArray();
        }

        void close() {
            reserved.remove(token);
            underWay.close();
        }
    }

    /** Whether a request says that it is about a stream that was reserved. */
    public static boolean concerns(HttpRequest<?> http) {
        return token(http) != null;
    }

    public HttpResponse<?> reserve(HttpRequest<?> http) {
        return answered(() -> {
            byte[] token = new byte[TOKEN_BYTES];
            random.nextBytes(token);
            var made = new Reserved(HexFormat.of().formatHex(token), streams.caller(http));
            streams.add(made.stream);
            reserved.put(made.token, made);
            return HttpResponse.created(made.token)
                    .contentType(MediaType.TEXT_PLAIN_TYPE)
                    .header("Cache-Control", "no-store");
        });
    }

    /** Opens the stream, or begins an operation on it. */
    public HttpResponse<?> answer(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        return answered(() -> {
            Reserved one = find(http);
            boolean opens =
                    "GET".equals(http.getMethodName()) && !http.getParameters().contains("query");
            return opens ? open(one) : begin(http, one, request.get());
        });
    }

    public HttpResponse<?> stop(HttpRequest<?> http) {
        return answered(() -> {
            Reserved one = find(http);
            one.underWay.cancel(id(http.getParameters().get(OPERATION_ID)));
            return HttpResponse.ok();
        });
    }

    private HttpResponse<?> answered(Supplier<HttpResponse<?>> answer) {
        try {
            return answer.get();
        } catch (Throwable e) {
            return responses.of(ResponseFormat.GRAPHQL_RESPONSE, e);
        }
    }

    private static @Nullable String token(HttpRequest<?> http) {
        String header = http.getHeaders().get(HttpApi.STREAM_TOKEN_HEADER);
        return header == null ? http.getParameters().get("token") : header;
    }

    private Reserved find(HttpRequest<?> http) {
        Caller caller = streams.caller(http);
        String token = token(http);
        Reserved found = token == null ? null : reserved.get(token);
        if (found == null || !found.caller.equals(caller)) {
            throw new HttpRequestException(
                    404,
                    RequestErrorCode.STREAM_NOT_FOUND,
                    "No event stream of the app has the token; reserve one by PUT");
        }
        return found;
    }

    private static HttpResponse<?> open(Reserved one) {
        if (!one.stream.open()) {
            throw new HttpRequestException(409, RequestErrorCode.BAD_REQUEST, "The event stream is already open");
        }
        return DistinctStreams.response(one.stream);
    }

    private HttpResponse<?> begin(HttpRequest<?> http, Reserved one, GraphQLRequest request) {
        operations.kind(request).ifPresent(kind -> RequestReader.requirePost(http, kind));
        String id = id(request.extensions().get(OPERATION_ID));
        var outlet = new StreamSink(one.stream, id);
        if (one.underWay.has(id)) {
            throw new HttpRequestException(
                    409, RequestErrorCode.BAD_REQUEST, "An operation with the ID is already running");
        }
        RunningOperation begun =
                one.underWay.begin(id, () -> new RunningOperation(operations, one.caller, outlet, connections));
        if (begun == null) {
            CodedError tooMany = one.underWay.tooMany();
            throw new RequestException(tooMany.code(), tooMany.message());
        }
        ExecutionResult refused = one.underWay.run(id, begun, request);
        if (refused != null) {
            one.underWay.cancel(id);
            if (!refused.isDataPresent()) {
                return responses.of(ResponseFormat.GRAPHQL_RESPONSE, refused);
            }
            // It was executed: a status other than 202 would have the client give up the stream.
            outlet.error(refused.getErrors().stream()
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
