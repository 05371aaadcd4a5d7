package laurel;

/**
 * The service cannot start until an operator changes something: a setting, a file, the database. The message is one line per
 * problem, says what to do, and holds no secret. It is printed without a stack trace.
 */
public final class CannotStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CannotStartException(String line) {
        super(line);
    }

    public CannotStartException(String line, Throwable cause) {
        super(line, cause);
    }
}
