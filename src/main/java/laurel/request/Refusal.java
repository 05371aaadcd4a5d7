package laurel.request;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a mutation, or one item of a batch, was not carried out: the schema's {@code UserError}.
 *
 * @param code    which rule
 * @param message one sentence for a person that names the value and what is allowed
 * @param path    the names that lead from the mutation's arguments to the value, such as {@code input, score}
 * @param detail  what a program acts on; null for most codes
 */
public record Refusal(
        ErrorCode code,
        String message,
        List<String> path,
        @Nullable Detail detail) {
    public Refusal(ErrorCode code, String message, List<String> path) {
        this(code, message, path, null);
    }

    /** What a program acts on. Each is a type of the schema that implements {@code UserError}. */
    public sealed interface Detail {
        /** The version that the object has now. */
        record CurrentVersion(int version) implements Detail {}

        /** How long to wait before the mutation is sent again. */
        record RetryAfter(Duration duration) implements Detail {}

        /** The limit that was exceeded. */
        record Limit(int limit) implements Detail {}
    }

    /** The same error with its path seen from one level further out. */
    public Refusal within(String name) {
        return new Refusal(
                code, message, Stream.concat(Stream.of(name), path.stream()).toList(), detail);
    }

    /** The same error with what a program acts on. */
    public Refusal with(Detail what) {
        return new Refusal(code, message, path, what);
    }
}
