package laurel.database.connection;

import io.micronaut.data.connection.exceptions.ConnectionException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.postgresql.util.PSQLException;

/** Distinguishes failures of the database from failures of a statement or its values. */
public final class Outage {
    /**
     * Prefixes of SQLSTATE: connection failure, read-only, insufficient resources, shutdown, start or crash of the server, system
     * error.
     */
    private static final Set<String> DATABASE_FAILURES = Set.of("08", "25006", "53", "57P0", "58");

    /** Prefix of SQLSTATE: locked. The database works, but the same statement would fail again. */
    private static final String LOCKED = "55";

    private Outage() {}

    /**
     * Whether the failure or one of its causes is a failure of the database or a lock: the same work in smaller parts would also
     * fail. A statement timeout (57014) is not, because other statements may be fast.
     */
    public static boolean isOne(Throwable failure) {
        return isUnusable(failure) || anyCause(failure, Outage::isLocked);
    }

    /**
     * Whether the failure or one of its causes means that the database cannot be used. A lock does not. A connection that cannot
     * be taken or reset does, even if the pool reports no SQLSTATE.
     */
    public static boolean isUnusable(Throwable failure) {
        return anyCause(failure, Outage::isDatabaseFailure);
    }

    /** Whether the failure itself, regardless of its causes, means that the database cannot be used. */
    public static boolean isDatabaseFailure(Throwable failure) {
        return failure instanceof ConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || (failure instanceof SQLException sql
                        && DATABASE_FAILURES.stream().anyMatch(sqlState(sql)::startsWith));
    }

    /**
     * Whether columns have changed since the statement was prepared. The driver prepares it again for the next transaction. The
     * SQLSTATE is the one of all that PostgreSQL does not implement.
     */
    public static boolean isOutdatedPlan(SQLException failure) {
        return failure instanceof PSQLException e
                && e.getServerErrorMessage() != null
                && "RevalidateCachedQuery".equals(e.getServerErrorMessage().getRoutine());
    }

    /** Whether the disk is full. */
    static boolean isFull(SQLException failure) {
        return "53100".equals(failure.getSQLState());
    }

    /** Whether the failure or one of its causes has one of these SQLSTATEs. */
    public static boolean hasSqlState(Throwable failure, String... states) {
        return anyCause(
                failure,
                cause -> cause instanceof SQLException sql && List.of(states).contains(sqlState(sql)));
    }

    private static boolean anyCause(Throwable failure, Predicate<Throwable> test) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(test);
    }

    private static boolean isLocked(Throwable failure) {
        return failure instanceof SQLException sql && sqlState(sql).startsWith(LOCKED);
    }

    private static String sqlState(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
