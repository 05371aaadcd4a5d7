package laurel.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** Failures that tell of the database, not of what it was given. */
public final class Outage {
    /** Beginnings of SQLSTATE: lost, read-only, full, locked, stopping, broken. A statement that took too long (57014) may be of one alone. */
    private static final Set<String> OF_THE_DATABASE = Set.of("08", "25006", "53", "55", "57P0", "58");

    private Outage() {}

    /** Whether this is one, or was caused by one. */
    public static boolean isOne(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SQLException sql && ofTheDatabase(sql)) {
                return true;
            }
        }
        return false;
    }

    /** Whether this tells of a full disk. */
    static boolean isFull(SQLException failure) {
        return "53100".equals(failure.getSQLState());
    }

    private static boolean ofTheDatabase(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientConnectionException
                || (state != null && OF_THE_DATABASE.stream().anyMatch(state::startsWith));
    }
}
