package laurel.database.connection;

import io.micronaut.data.connection.exceptions.ConnectionException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Failures that are the database's, not those of the statement or its values. */
public final class Outage {
    /** Beginnings of SQLSTATE: no connection, read-only, out of resources, shutting down, broken. */
    private static final Set<String> OF_THE_DATABASE = Set.of("08", "25006", "53", "57P0", "58");

    /** Beginning of SQLSTATE: locked. The statement would fail in the same way for others, and the database works. */
    private static final String LOCKED = "55";

    private Outage() {}

    /**
     * Whether the failure, or a cause of it, is the database's: the same work done in smaller parts would fail as well. A
     * statement that took too long (57014) is not, because it may be the only slow one.
     */
    public static boolean isOne(Throwable failure) {
        return isUnusable(failure) || caused(failure, Outage::isLocked);
    }

    /**
     * Whether the failure, or a cause of it, says that the database cannot be used. A lock that is held does not say so. A
     * connection that cannot be taken or reset does, though its pool may say so without a state.
     */
    public static boolean isUnusable(Throwable failure) {
        return caused(failure, Outage::ofTheDatabase);
    }

    /** Whether the disk is full. */
    static boolean isFull(SQLException failure) {
        return "53100".equals(failure.getSQLState());
    }

    private static boolean caused(Throwable failure, Predicate<Throwable> test) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(test);
    }

    private static boolean isLocked(Throwable failure) {
        return failure instanceof SQLException sql && stateOf(sql).startsWith(LOCKED);
    }

    private static boolean ofTheDatabase(Throwable failure) {
        return failure instanceof ConnectionException
                || failure instanceof SQLTransientConnectionException
                || (failure instanceof SQLException sql
                        && OF_THE_DATABASE.stream().anyMatch(stateOf(sql)::startsWith));
    }

    private static String stateOf(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
