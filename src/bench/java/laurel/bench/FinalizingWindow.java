package laurel.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Load;
import laurel.bench.measure.Sample;

/**
 * Finalizes the window of a leaderboard repeatedly. SQL statements move its bounds into the past and delete its final
 * standings, so that the service finalizes it again.
 */
final class FinalizingWindow {
    private static final long POLL_MILLIS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String END = """
            UPDATE leaderboard_window
            SET kind = 'DAILY', definition = 'daily', name = '2025-01-01', starts_at = '2025-01-01Z', ends_at = '2025-01-02Z',
                finalizes_at = '2025-01-02Z', requested_revision = 0, revision = 0, finalized_at = NULL
            WHERE id = (SELECT window_id FROM ranking WHERE id = <ranking>)
            """;
    private static final String REOPEN = """
            UPDATE leaderboard_window
            SET kind = 'ALL_TIME', definition = 'all-time', name = 'ALL-TIME', starts_at = NULL, ends_at = NULL,
                finalizes_at = NULL, requested_revision = 0, revision = 0, finalized_at = NULL
            WHERE id = (SELECT window_id FROM ranking WHERE id = <ranking>)
            """;
    /** The service may have opened a window of the missing kind in between. */
    private static final String CLOSE_OTHERS = """
            DELETE FROM leaderboard_window AS w USING ranking AS r
            WHERE r.id = <ranking> AND w.leaderboard_id = r.leaderboard_id AND w.id <> r.window_id
            """;

    private static final String COUNT_AGAIN = "UPDATE ranking SET revision = 0 WHERE id = <ranking>";
    private static final String FORGET = "TRUNCATE <finals>";
    private static final String BUSY = """
            SELECT count(*) FROM pg_stat_activity
            WHERE state = 'active' AND query ILIKE '%insert into final_standing%' AND pid <> pg_backend_pid()
            """;
    private static final String DONE = "SELECT count(*) FROM ranking WHERE id = <ranking> AND revision > 0";

    private final Bed bed;
    private final Board board;

    FinalizingWindow(Bed bed, Board board) {
        this.bed = bed;
        this.board = board;
    }

    /** How long finalizing takes, in nanoseconds, until the ranks are stored. */
    long finalizeOnce() throws SQLException, InterruptedException {
        try (Connection connection = bed.postgres().connect()) {
            begin(connection);
            long began = System.nanoTime();
            await(connection, DONE);
            return System.nanoTime() - began;
        }
    }

    /** Runs this load while the service finalizes the window. */
    Load during(Load load) {
        return new Load() {
            @Override
            public Sample run(Duration time) throws Exception {
                return runDuring(load, time);
            }

            @Override
            public void close() throws SQLException {
                load.close();
            }
        };
    }

    private Sample runDuring(Load load, Duration time) throws Exception {
        try (Connection connection = bed.postgres().connect()) {
            begin(connection);
            Sample sample = load.run(time);
            if (is(connection, DONE)) {
                bed.progress().print("The window of " + board.label() + " was final before the end of the turn.");
            }
            await(connection, DONE);
            return sample;
        }
    }

    /** Restores the leaderboard. */
    void reopen() throws SQLException {
        bed.postgres().execute(List.of(of(CLOSE_OTHERS), of(REOPEN), of(COUNT_AGAIN), of(FORGET)));
    }

    private void begin(Connection connection) throws SQLException, InterruptedException {
        bed.postgres().execute(List.of(of(FORGET), of(COUNT_AGAIN), of(END)));
        await(connection, BUSY);
    }

    private void await(Connection connection, String question) throws SQLException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!is(connection, question)) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("The service does not finalize the window of " + board.label());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean is(Connection connection, String question) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(of(question))) {
            row.next();
            return row.getInt(1) > 0;
        }
    }

    private String of(String sql) {
        return sql.replace("<ranking>", Long.toString(board.rankingId()))
                .replace("<finals>", board.finalStandingTable());
    }
}
