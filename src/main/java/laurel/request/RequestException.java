package laurel.request;

import java.util.Objects;

/**
 * A request that cannot be answered. Fetchers and loaders throw it; the caller sees its code and its message as they
 * are, so neither may hold anything internal.
 */
public class RequestException extends RuntimeException {
    private final RequestErrorCode code;

    public RequestException(RequestErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /** With a cause, which the caller does not see; the log does where the code puts the blame on the service. */
    public RequestException(RequestErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public RequestErrorCode code() {
        return code;
    }

    /** The message, which the caller sees. */
    public String message() {
        return Objects.requireNonNullElse(getMessage(), code.name());
    }
}
