package laurel.database;

import java.sql.SQLTransientConnectionException;

/** The database is known to be out of reach: nobody waits for a connection, and the log has said so. */
final class KnownOutageException extends SQLTransientConnectionException {
    private static final long serialVersionUID = 1L;

    KnownOutageException() {
        super("the database is out of reach", "08001");
    }
}
