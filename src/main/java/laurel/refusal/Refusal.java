package laurel.refusal;

import java.util.List;
import java.util.stream.Stream;

/**
 * A refusal as the client sees it.
 *
 * @param code    why
 * @param message one sentence for a person, naming the offending value and the limit
 * @param path    the names that lead from the mutation's arguments to the offending value, such as {@code input, score}
 */
public record Refusal(RefusalCode code, String message, List<String> path) {
    /** This, seen from one level further out. */
    public Refusal within(String name) {
        return new Refusal(
                code, message, Stream.concat(Stream.of(name), path.stream()).toList());
    }
}
