package laurel.request;

import java.util.Map;
import java.util.Objects;

/**
 * A request that fails. Fetchers and loaders throw it. The client sees its code and its message, so the message must not
 * contain anything internal.
 */
public class RequestException extends RuntimeException {
    private final RequestErrorCode code;
    private transient Map<String, String> extensions = Map.of();

    public RequestException(RequestErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /** Has a cause, which the client does not see. The cause is logged if the code means a fault of the service. */
    public RequestException(RequestErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Adds a value for programs to {@code extensions} of the error. The schema describes it with the code. */
    public RequestException with(String name, String value) {
        extensions = Map.of(name, value);
        return this;
    }

    /** Values for programs, by name. */
    public Map<String, String> extensions() {
        return extensions;
    }

    public RequestErrorCode code() {
        return code;
    }

    /** Returns the message for the client. */
    public String message() {
        return Objects.requireNonNullElse(getMessage(), code.name());
    }
}
