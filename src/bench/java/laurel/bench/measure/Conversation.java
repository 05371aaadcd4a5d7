package laurel.bench.measure;

import java.nio.ByteBuffer;

/** The protocol of a connection: requests, and the checks of replies. */
public interface Conversation {
    /** The next request, from its position to its limit. */
    ByteBuffer next();

    /** Length of the reply at the beginning of these bytes; 0 if it is incomplete. */
    int length(byte[] bytes, int end);

    /** Whether this complete reply is the expected one. */
    boolean good(byte[] bytes, int end);
}
