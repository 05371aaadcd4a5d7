package laurel.api.socket;

import java.util.concurrent.CompletionStage;
import laurel.api.operation.SendBuffer;

/** A socket to one client, as the protocol sees it. Its methods return at once. */
public interface SocketTransport {
    /** Where results have their turns. */
    SendBuffer room();

    /**
     * Sends a text that holds a result, which has its turn.
     *
     * @return done when it has left
     */
    CompletionStage<?> send(byte[] text);

    /** Sends any other text. A client that causes many and takes none is left. */
    void say(byte[] text);

    /** Ends the connection and says why; nothing is sent any more. */
    void close(CloseCode code, String reason);
}
