package laurel;

/**
 * The service cannot start until a person changes something. The message is one line that says what, or one for each thing;
 * it holds no secret, and there is no need to show the stack trace.
 */
public abstract class CannotStartException extends RuntimeException {
    protected CannotStartException(String line) {
        super(line);
    }

    protected CannotStartException(String line, Throwable cause) {
        super(line, cause);
    }
}
