package laurel.api.socket;

import static java.util.Objects.requireNonNull;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import java.util.List;
import java.util.concurrent.CompletionStage;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.api.error.CodedError;
import laurel.api.operation.ActiveOperations;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.OperationSink;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.api.operation.SendBuffer;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The protocol graphql-transport-ws on one WebSocket: initialization, then operations, each with an ID that the client chose.
 * Independent of the network: receives messages one after the other, and sends through a {@link SocketTransport}.
 */
public final class SocketSession {
    private final SocketTransport transport;
    private final Operations operations;
    private final Authentication authentication;
    private final RunningOperation.SubscriptionListener listener;
    private final ActiveOperations active;
    private State state = State.CONNECTED;
    private @Nullable Caller caller;

    /** Returns the caller that the first message identifies, or throws if access is denied. May block. */
    @FunctionalInterface
    public interface Authentication {
        Caller caller(SocketMessage.Init init);
    }

    private enum State {
        CONNECTED,
        INITIALIZING,
        READY,
        CLOSED
    }

    public SocketSession(
            SocketTransport transport,
            Operations operations,
            ConnectionLimits limits,
            Authentication authentication,
            RunningOperation.SubscriptionListener listener) {
        this.transport = transport;
        this.operations = operations;
        this.active = new ActiveOperations(limits);
        this.authentication = authentication;
        this.listener = listener;
    }

    /** Handles a message of the client. */
    public void receive(byte[] text) {
        SocketMessage message;
        try {
            message = SocketMessage.read(text);
        } catch (RequestException e) {
            close(CloseCode.BAD_REQUEST, e.message());
            return;
        }
        switch (message) {
            case SocketMessage.Init init -> init(init);
            case SocketMessage.Ping ping -> transport.sendControl(SocketMessage.pong(ping.payload()));
            case SocketMessage.Pong pong -> {}
            case SocketMessage.Subscribe subscribe -> subscribe(subscribe.id(), subscribe.request());
            case SocketMessage.Complete complete -> active.cancel(complete.id());
        }
    }

    /** Closes the connection if the client has not sent its first message yet. */
    void onInitTimeout() {
        boolean late;
        synchronized (this) {
            late = state == State.CONNECTED;
        }
        if (late) {
            close(CloseCode.INIT_TIMEOUT, "Connection initialisation timeout");
        }
    }

    /** Cancels all operations: the client has disconnected or is closed. */
    public void onClose() {
        synchronized (this) {
            state = State.CLOSED;
        }
        active.close();
    }

    /** The caller; null before the first message has identified it. */
    synchronized @Nullable Caller caller() {
        return caller;
    }

    private void init(SocketMessage.Init init) {
        boolean again;
        synchronized (this) {
            again = state != State.CONNECTED;
            state = again ? state : State.INITIALIZING;
        }
        if (again) {
            close(CloseCode.TOO_MANY_INITS, "Too many initialisation requests");
        } else {
            operations.executor().execute(() -> authenticate(init));
        }
    }

    private void authenticate(SocketMessage.Init init) {
        try {
            Caller known = authentication.caller(init);
            synchronized (this) {
                if (state != State.INITIALIZING) {
                    return;
                }
                caller = known;
                state = State.READY;
                // Under the lock, so that this is the first message to the client.
                transport.sendControl(SocketMessage.ack());
            }
        } catch (Throwable e) {
            reject(operations.explain(e));
        }
    }

    private void reject(RequestException reason) {
        CloseCode code =
                switch (reason.code()) {
                    case UNAUTHENTICATED, FORBIDDEN -> CloseCode.FORBIDDEN;
                    case BAD_REQUEST, APP_NOT_FOUND -> CloseCode.BAD_REQUEST;
                    case UNAVAILABLE, RATE_LIMITED -> CloseCode.TRY_AGAIN;
                    default -> CloseCode.INTERNAL;
                };
        close(code, reason.message());
    }

    private void subscribe(String id, GraphQLRequest request) {
        CloseCode violation;
        CodedError refusal = null;
        RunningOperation operation = null;
        synchronized (this) {
            violation = violation(id);
            if (violation == null) {
                Caller known = requireNonNull(caller);
                try {
                    known.budget().chargeRequest();
                    operation = active.add(
                            id,
                            request,
                            () -> new RunningOperation(operations, known, new SocketSink(transport, id), listener));
                } catch (RequestException e) {
                    refusal = CodedError.of(e);
                }
            }
        }
        if (violation != null) {
            close(violation, reason(violation, id));
        } else if (operation == null) {
            transport.sendControl(
                    SocketMessage.error(id, List.of(requireNonNull(refusal).toSpecification())));
        } else {
            start(id, operation, request);
        }
    }

    private @Nullable CloseCode violation(String id) {
        if (state != State.READY) {
            return CloseCode.UNAUTHORIZED;
        }
        return active.contains(id) ? CloseCode.ID_IN_USE : null;
    }

    private static String reason(CloseCode violation, String id) {
        return violation == CloseCode.UNAUTHORIZED
                ? "Unauthorized: wait for connection_ack before you subscribe"
                : "Subscriber for " + id + " already exists";
    }

    private void start(String id, RunningOperation operation, GraphQLRequest request) {
        operations.executor().execute(() -> {
            ExecutionResult failed = active.start(id, operation, request);
            if (failed != null) {
                transport.sendControl(SocketMessage.error(id, errors(failed)));
            }
        });
    }

    private static List<?> errors(ExecutionResult result) {
        return result.getErrors().stream().map(GraphQLError::toSpecification).toList();
    }

    private void close(CloseCode code, String reason) {
        onClose();
        transport.close(code, reason);
    }

    /**
     * Sends the results of one operation.
     *
     * @param id    ID of the operation
     * @param start of its results
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record SocketSink(SocketTransport transport, String id, byte[] start) implements OperationSink {
        SocketSink(SocketTransport transport, String id) {
            this(transport, id, SocketMessage.startOfNext(id));
        }

        @Override
        public SendBuffer sendBuffer() {
            return transport.sendBuffer();
        }

        @Override
        public CompletionStage<?> next(byte[] result, @Nullable String cursor) {
            return transport.sendResult(SocketMessage.next(start, result));
        }

        @Override
        public void error(List<?> errors) {
            transport.sendControl(SocketMessage.error(id, errors));
        }

        @Override
        public void complete() {
            transport.sendControl(SocketMessage.complete(id));
        }
    }
}
