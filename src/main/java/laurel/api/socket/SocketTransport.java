package laurel.api.socket;

import java.util.concurrent.CompletionStage;
import laurel.api.operation.SendBuffer;

/** Sends messages of a {@link SocketSession} to the client. Methods do not block. */
public interface SocketTransport {
    /** The buffer that limits the results of the connection. */
    SendBuffer sendBuffer();

    /**
     * Sends a result that has a permit.
     *
     * @return completes when the network has taken it
     */
    CompletionStage<?> sendResult(byte[] text);

    /** Sends any other message. Closes the connection of a client that causes many and does not read them. */
    void sendControl(byte[] text);

    /** Closes the connection. Nothing is sent afterwards. */
    void close(CloseCode code, String reason);
}
