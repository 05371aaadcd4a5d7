package laurel.request;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a mutation, or one item of a batch, was refused: the schema's {@code UserError}.
 *
 * @param code    the rule that was violated
 * @param message a sentence for people with the value and what is allowed
 * @param path    path from the arguments of the mutation to the value, such as {@code input, score}
 * @param detail  data for programs; null for most codes
 */
public record Refusal(
        ErrorCode code,
        String message,
        List<String> path,
        @Nullable Detail detail) {
    public Refusal(ErrorCode code, String message, List<String> path) {
        this(code, message, path, null);
    }

    /** Data for programs. Each is a type of the schema that implements {@code UserError}. */
    public sealed interface Detail {
        /** The current version of the object. */
        record CurrentVersion(int version) implements Detail {}

        /** The time to wait before sending the mutation again. */
        record RetryAfter(Duration duration) implements Detail {}

        /** The limit that was exceeded. */
        record Limit(int limit) implements Detail {}
    }

    /** Returns the error with a path that starts with this name. */
    public Refusal within(String name) {
        return new Refusal(
                code, message, Stream.concat(Stream.of(name), path.stream()).toList(), detail);
    }

    /** Returns the error with data for programs. */
    public Refusal with(Detail what) {
        return new Refusal(code, message, path, what);
    }
}
