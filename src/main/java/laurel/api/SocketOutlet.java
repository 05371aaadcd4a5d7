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
    public Room room() {
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
