package laurel.bench.measure;

import java.nio.ByteBuffer;

/** What is said over a connection: requests, and how to know that a reply is whole and good. */
public interface Conversation {
    /** The next request, to be sent from its position to its limit. */
    ByteBuffer next();

    /** How many of these bytes are the reply that they begin with; 0 where it is not whole yet. */
    int length(byte[] bytes, int end);

    /** Whether this whole reply is what the request was for. */
    boolean good(byte[] bytes, int end);
}
