package laurel.database.sql;

import java.sql.PreparedStatement;

/** Is called with each statement that {@link Sql} runs, for tests. */
public interface StatementWatcher {
    /** Does nothing. */
    StatementWatcher NONE = new StatementWatcher() {};

    /** Called after the parameters are bound. */
    default void beforeExecution(Statement statement, PreparedStatement prepared) {}

    /** Called after the result has been read. */
    default void afterExecution(Statement statement) {}

    /** Called after one or several statements have run in one round trip to the database. */
    default void afterRoundTrip() {}
}
