package laurel.api;

import java.util.List;

/** Nothing of an emission could be told, and so its subscribers are told no more: who resumes misses nothing. */
final class UntoldException extends RuntimeException {
    private final transient List<?> errors;

    /** @param errors why, as GraphQL has them */
    UntoldException(List<?> errors) {
        super("an emission could not be rendered");
        this.errors = List.copyOf(errors);
    }

    List<?> errors() {
        return errors;
    }
}
