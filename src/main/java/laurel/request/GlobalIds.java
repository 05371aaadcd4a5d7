package laurel.request;

import java.util.Optional;

/** Global IDs, also for messages that no GraphQL request causes, and other texts that clients cannot read. */
public interface GlobalIds {
    /**
     * Returns the ID of an object that belongs to no leaderboard, as the API has it.
     *
     * @param type   name of the schema's type
     * @param number identifies the object among those of its type
     */
    String id(String type, int app, long number);

    /** Encrypts a text. Equal texts stay equal. */
    String sealed(String text);

    /** Decrypts a text; empty unless {@link #sealed} created it. */
    Optional<String> opened(String sealed);
}
