package laurel.database;

/**
 * Laurel cannot use the database it was given, and only a person can change that.
 *
 * <p>The message is one line that says what was found and what to do; it never holds a password. There is no need to
 * show the stack trace.
 */
public final class DatabaseUnusableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseUnusableException(String line) {
        super(line);
    }

    public DatabaseUnusableException(String line, Throwable cause) {
        super(line, cause);
    }
}
