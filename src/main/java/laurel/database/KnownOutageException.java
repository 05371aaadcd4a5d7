package laurel.database;

import java.sql.SQLTransientConnectionException;

/** The database is known to be unreachable: callers do not wait for a connection. */
final class KnownOutageException extends SQLTransientConnectionException {
    private static final long serialVersionUID = 1L;

    KnownOutageException() {
        super("the database is out of reach", "08001");
    }
}
