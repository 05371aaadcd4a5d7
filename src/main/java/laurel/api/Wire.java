package laurel.api;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A socket to one client, as the protocol sees it. Its methods return at once. */
interface Wire {
    /**
     * Sends a text.
     *
     * @param last whether it is sent even where what waits has reached its bound, because nothing would follow it
     * @return done when it has left; null where there is no room
     */
    @Nullable
    CompletionStage<?> send(byte[] text, boolean last);

    /** Ends the connection and says why; nothing is sent any more. */
    void close(CloseCode code, String reason);
}
