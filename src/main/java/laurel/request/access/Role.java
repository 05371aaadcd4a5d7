package laurel.request.access;

/**
 * What a caller may do, from least to most: each role may do all that the roles before it may, except that {@link #READER}
 * changes nothing. The schema states the role that each field requires.
 */
public enum Role {
    /** A caller without credentials, in an app that allows it: reads what is public. */
    ANONYMOUS,
    /** A player with a token: reads what is public, and its own data. */
    PLAYER,
    /** A server that reads everything in its app. */
    READER,
    /** A server that submits scores and activity. */
    WRITER,
    /** Manages the app: definitions, keys, moderation. */
    ADMIN;

    /** Whether this role may do what requires the other one. */
    public boolean includes(Role required) {
        return compareTo(required) >= 0;
    }
}
