package laurel;

/**
 * The service cannot start until a person changes something. The message has a line for each thing to change. It contains
 * no secret, and no stack trace is printed.
 */
public abstract class CannotStartException extends RuntimeException {
    protected CannotStartException(String line) {
        super(line);
    }

    protected CannotStartException(String line, Throwable cause) {
        super(line, cause);
    }
}
