package laurel.request;

/** Global IDs for messages that no GraphQL request causes. */
public interface GlobalIds {
    /**
     * Returns the ID of an object that belongs to no leaderboard, as the API has it.
     *
     * @param type   name of the schema's type
     * @param number identifies the object among those of its type
     */
    String id(String type, int app, long number);
}
