package laurel.api.socket;

import static java.util.Objects.requireNonNull;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import java.util.List;
import java.util.concurrent.CompletionStage;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.api.operation.ActiveOperations;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.OperationSink;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.api.operation.SendBuffer;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The protocol graphql-transport-ws on one socket: init, then operations, each by an id of the client's own. Knows
 * nothing of the network: it is told what arrives, one message after the other, and tells the {@link SocketTransport} what to
 * send.
 */
public final class SocketSession {
    private final SocketTransport wire;
    private final Operations operations;
    private final Admitting admission;
    private final RunningOperation.Count count;
    private final ActiveOperations underWay;
    private State state = State.CONNECTED;
    private @Nullable Caller caller;

    /** Says who comes with this first message, or throws what keeps them out; may block. */
    @FunctionalInterface
    public interface Admitting {
        Caller caller(SocketMessage.Init init);
    }

    private enum State {
        CONNECTED,
        INITIALISING,
        READY,
        CLOSED
    }

    public SocketSession(
            SocketTransport wire,
            Operations operations,
            ConnectionLimits limits,
            Admitting admission,
            RunningOperation.Count count) {
        this.wire = wire;
        this.operations = operations;
        this.underWay = new ActiveOperations(limits.subscriptions());
        this.admission = admission;
        this.count = count;
    }

    /** A text has arrived. */
    public void received(byte[] text) {
        SocketMessage message;
        try {
            message = SocketMessage.read(text);
        } catch (RequestException e) {
            close(CloseCode.BAD_REQUEST, e.message());
            return;
        }
        switch (message) {
            case SocketMessage.Init init -> init(init);
            case SocketMessage.Ping ping -> wire.say(SocketMessage.pong(ping.payload()));
            case SocketMessage.Pong pong -> {}
            case SocketMessage.Subscribe subscribe -> subscribe(subscribe.id(), subscribe.request());
            case SocketMessage.Complete complete -> underWay.cancel(complete.id());
        }
    }

    /** The time for the first message is over. */
    void initTimedOut() {
        boolean late;
        synchronized (this) {
            late = state == State.CONNECTED;
        }
        if (late) {
            close(CloseCode.INIT_TIMEOUT, "Connection initialisation timeout");
        }
    }

    /** The client has gone, or is sent away: everything that it follows is left. */
    public void closed() {
        synchronized (this) {
            state = State.CLOSED;
        }
        underWay.close();
    }

    private void init(SocketMessage.Init init) {
        boolean again;
        synchronized (this) {
            again = state != State.CONNECTED;
            state = again ? state : State.INITIALISING;
        }
        if (again) {
            close(CloseCode.TOO_MANY_INITS, "Too many initialisation requests");
        } else {
            operations.executor().execute(() -> admit(init));
        }
    }

    private void admit(SocketMessage.Init init) {
        try {
            Caller known = admission.caller(init);
            synchronized (this) {
                if (state != State.INITIALISING) {
                    return;
                }
                caller = known;
                state = State.READY;
                // Under the lock, so that nothing else is the first that the client hears.
                wire.say(SocketMessage.ack());
            }
        } catch (Throwable e) {
            refuse(operations.explain(e));
        }
    }

    private void refuse(RequestException reason) {
        CloseCode code =
                switch (reason.code()) {
                    case UNAUTHENTICATED, FORBIDDEN -> CloseCode.FORBIDDEN;
                    case BAD_REQUEST, APP_NOT_FOUND -> CloseCode.BAD_REQUEST;
                    case UNAVAILABLE -> CloseCode.TRY_AGAIN;
                    default -> CloseCode.INTERNAL;
                };
        close(code, reason.message());
    }

    private void subscribe(String id, GraphQLRequest request) {
        CloseCode broken = null;
        RunningOperation begun = null;
        synchronized (this) {
            if (state != State.READY) {
                broken = CloseCode.UNAUTHORIZED;
            } else if (underWay.has(id)) {
                broken = CloseCode.ID_IN_USE;
            } else {
                Caller known = requireNonNull(caller);
                begun = underWay.begin(
                        id, () -> new RunningOperation(operations, known, new SocketOutlet(wire, id), count));
            }
        }
        if (broken == CloseCode.UNAUTHORIZED) {
            close(broken, "Unauthorized: wait for connection_ack before you subscribe");
        } else if (broken != null) {
            close(broken, "Subscriber for " + id + " already exists");
        } else if (begun == null) {
            wire.say(SocketMessage.error(id, List.of(underWay.tooMany().toSpecification())));
        } else {
            run(id, begun, request);
        }
    }

    private void run(String id, RunningOperation begun, GraphQLRequest request) {
        operations.executor().execute(() -> {
            ExecutionResult refused = underWay.run(id, begun, request);
            if (refused != null) {
                wire.say(SocketMessage.error(id, errors(refused)));
            }
        });
    }

    private static List<?> errors(ExecutionResult result) {
        return result.getErrors().stream().map(GraphQLError::toSpecification).toList();
    }

    private void close(CloseCode code, String reason) {
        closed();
        wire.close(code, reason);
    }

    /**
     * An operation's way over a socket that it shares with others.
     *
     * @param id by which the client tells its operations apart
     */
    private record SocketOutlet(SocketTransport wire, String id) implements OperationSink {
        @Override
        public SendBuffer room() {
            return wire.room();
        }

        @Override
        public CompletionStage<?> next(byte[] result, @Nullable String cursor) {
            return wire.send(SocketMessage.next(id, result));
        }

        @Override
        public void error(List<?> errors) {
            wire.say(SocketMessage.error(id, errors));
        }

        @Override
        public void complete() {
            wire.say(SocketMessage.complete(id));
        }
    }
}
