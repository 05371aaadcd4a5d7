package laurel.api;

import static java.util.Objects.requireNonNull;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.graphql.ErrorCode;
import laurel.graphql.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The protocol graphql-transport-ws on one socket: init, then operations, each by an id of the client's own. Knows nothing of
 * the network: it is told what arrives, one message after the other, and tells the {@link Wire} what to send.
 */
final class Conversation {
    private final Wire wire;
    private final Operations operations;
    private final LiveLimits limits;
    private final Admitting admission;
    private final Running.Count count;
    private final Map<String, Running> running = new HashMap<>(2);
    private State state = State.CONNECTED;
    private @Nullable Caller caller;
    private int working;

    /** Says who comes with this first message, or throws what keeps them out; may block. */
    @FunctionalInterface
    interface Admitting {
        Caller caller(SocketMessage.Init init);
    }

    private enum State {
        CONNECTED,
        INITIALISING,
        READY,
        CLOSED
    }

    Conversation(Wire wire, Operations operations, LiveLimits limits, Admitting admission, Running.Count count) {
        this.wire = wire;
        this.operations = operations;
        this.limits = limits;
        this.admission = admission;
        this.count = count;
    }

    /** A text has arrived. */
    void received(byte[] text) {
        SocketMessage message;
        try {
            message = SocketMessage.read(text);
        } catch (RequestException e) {
            close(CloseCode.BAD_MESSAGE, e.message());
            return;
        }
        switch (message) {
            case SocketMessage.Init init -> init(init);
            case SocketMessage.Ping ping -> answer(SocketMessage.pong(ping.payload()));
            case SocketMessage.Pong pong -> {}
            case SocketMessage.Subscribe subscribe -> subscribe(subscribe.id(), subscribe.request());
            case SocketMessage.Complete complete -> cancel(complete.id());
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
    void closed() {
        List<Running> left;
        synchronized (this) {
            state = State.CLOSED;
            left = List.copyOf(running.values());
            running.clear();
        }
        left.forEach(Running::cancel);
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
                answer(SocketMessage.ack());
            }
        } catch (RuntimeException e) {
            refuse(operations.explain(e));
        }
    }

    private void refuse(RequestException reason) {
        CloseCode code =
                switch (reason.code()) {
                    case UNAUTHENTICATED -> CloseCode.UNAUTHORIZED;
                    case FORBIDDEN, UNKNOWN_APP -> CloseCode.FORBIDDEN;
                    case BAD_REQUEST -> CloseCode.BAD_MESSAGE;
                    case UNAVAILABLE -> CloseCode.TRY_AGAIN;
                    default -> CloseCode.INTERNAL;
                };
        close(code, reason.message());
    }

    private void subscribe(String id, GraphQLRequest request) {
        CloseCode broken = null;
        Running begun = null;
        synchronized (this) {
            if (state != State.READY) {
                broken = CloseCode.UNAUTHORIZED;
            } else if (running.containsKey(id)) {
                broken = CloseCode.ID_IN_USE;
            } else if (working < limits.subscriptions() && running.size() < limits.subscriptions()) {
                begun = new Running(operations, requireNonNull(caller), new SocketOutlet(wire, id), count);
                running.put(id, begun);
                working++;
            }
        }
        if (broken == CloseCode.UNAUTHORIZED) {
            close(broken, "Unauthorized: wait for connection_ack before you subscribe");
        } else if (broken != null) {
            close(broken, "Subscriber for " + id + " already exists");
        } else if (begun == null) {
            answer(SocketMessage.error(id, List.of(tooMany().toSpecification())));
        } else {
            run(id, begun, request);
        }
    }

    private void run(String id, Running begun, GraphQLRequest request) {
        begun.whenOver(() -> over(id, begun));
        operations.executor().execute(() -> {
            try {
                ExecutionResult refused = begun.start(request);
                if (refused != null) {
                    answer(SocketMessage.error(id, errors(refused)));
                }
            } finally {
                synchronized (this) {
                    working--;
                }
            }
        });
    }

    private static List<?> errors(ExecutionResult result) {
        return result.getErrors().stream().map(GraphQLError::toSpecification).toList();
    }

    private CodedError tooMany() {
        return new CodedError(
                ErrorCode.LIMIT_EXCEEDED,
                "This connection has " + limits.subscriptions()
                        + " operations under way, the limit laurel.limits.subscriptions");
    }

    private synchronized void over(String id, Running ended) {
        running.remove(id, ended);
    }

    private void cancel(String id) {
        Running cancelled;
        synchronized (this) {
            cancelled = running.remove(id);
        }
        if (cancelled != null) {
            cancelled.cancel();
        }
    }

    private void answer(byte[] message) {
        if (wire.send(message, false) == null) {
            close(CloseCode.POLICY, "You do not read what you are sent");
        }
    }

    private void close(CloseCode code, String reason) {
        closed();
        wire.close(code, reason);
    }
}
