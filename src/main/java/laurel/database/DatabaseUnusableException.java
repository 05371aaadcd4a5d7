package laurel.database;

import laurel.CannotStartException;

/** Laurel cannot use the database it was given. The line says what was found and what to do, and holds no password. */
public final class DatabaseUnusableException extends CannotStartException {
    private static final long serialVersionUID = 1L;

    public DatabaseUnusableException(String line) {
        super(line);
    }

    public DatabaseUnusableException(String line, Throwable cause) {
        super(line, cause);
    }
}
