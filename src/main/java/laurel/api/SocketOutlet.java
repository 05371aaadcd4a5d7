package laurel.api;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation's way over a socket that it shares with others.
 *
 * @param id by which the client tells its operations apart
 */
record SocketOutlet(Wire wire, String id) implements Outlet {
    @Override
    public @Nullable CompletionStage<?> next(byte[] result) {
        return wire.send(SocketMessage.next(id, result), false);
    }

    @Override
    public void error(List<?> errors) {
        wire.send(SocketMessage.error(id, errors), true);
    }

    @Override
    public void complete() {
        wire.send(SocketMessage.complete(id), true);
    }
}
