package laurel.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import laurel.bench.bed.Bed;
import laurel.bench.report.Table;

/** How fast the service scores days in the background after a load of events has ended. */
final class ScoredDays {
    private static final String WAITING =
            "SELECT count(*) FROM (SELECT DISTINCT app_id, participant_id, start_date FROM scoring_changed_day) AS day";
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 250;
    /** Costs little, because the service scores meanwhile. */
    private static final String ANY =
            "SELECT count(*) FROM (SELECT FROM scoring_changed_day ORDER BY app_id, received_at, id LIMIT 1) AS day";

    private ScoredDays() {}

    /** Waits until no day remains to be scored, at most for half a minute. Returns the number of days that remain. */
    static long await(Connection connection) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        while (count(connection, ANY) > 0) {
            if (System.nanoTime() - start > MOST.toNanos()) {
                return waiting(connection);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return 0;
    }

    /** Measures until no day remains to be scored, at most for half a minute. */
    static Table measure(Bed bed) throws SQLException, InterruptedException {
        try (Connection connection = bed.postgres().connectAsService()) {
            long waiting = waiting(connection);
            long start = System.nanoTime();
            long left = await(connection);
            double seconds = (System.nanoTime() - start) / 1e9;
            Table table = new Table(
                    "Days scored in the background",
                    "Participants' days that the events above have changed and that wait to be scored, until all are scored or"
                            + " half a minute is over. A day is scored once for all its changes. It changes two or three"
                            + " leaderboards, each in eight windows, for everyone and for a group.",
                    List.of("days waiting", "days scored", "seconds", "days per second"));
            table.row(List.of(waiting, waiting - left, seconds, (waiting - left) / seconds));
            return table;
        }
    }

    /** Returns the number of days that wait. */
    static long waiting(Connection connection) throws SQLException {
        return count(connection, WAITING);
    }

    /** Returns the number that a query selects. */
    static long count(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }
}
