package laurel.graphql.node;

import java.util.List;

/**
 * The parts of an ID. {@link NodeIds} converts them to the opaque text that clients use.
 *
 * @param type    name of the schema's type
 * @param app     the app that the object belongs to
 * @param board   the leaderboard that the object belongs to; 0 if it belongs to none
 * @param numbers up to 3 numbers, 0 or more, that identify the object among those of its type
 * @param key     a text that identifies the object, up to 64 bytes in UTF-8, 62 with one number and 53 with two; may be empty
 */
public record NodeId(String type, int app, int board, List<Long> numbers, String key) {
    /** The only number, or the first of several. Throws NoSuchElementException if the type has a key only, or only an app. */
    public long number() {
        return numbers.getFirst();
    }

    /** The n-th number, from 0. */
    public long number(int n) {
        return numbers.get(n);
    }
}
