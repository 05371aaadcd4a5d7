package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.Emptying;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An outbox row can contain thousands of entries, so the number of entries limits a batch, not the number of rows. */
class ScoreRulesBatchTest {
    private static final Instant NOW = Instant.parse("2025-07-13T12:00:00Z");

    /** An outbox row with a number of entries of a ranking that does not exist. */
    private static final String INSERT_CHANGE = """
            INSERT INTO change_outbox (sequence, leaderboard_id, at, rankings, participants,
                                before_sort_keys, before_subscore_keys, before_tie_keys,
                                after_sort_keys, after_subscore_keys, after_tie_keys)
            SELECT nextval('change_outbox_sequence'), l.id, :at, n.zeros, n.numbers,
                   n.zeros, n.zeros, n.zeros, n.zeros, n.zeros, n.zeros
            FROM leaderboard AS l
            CROSS JOIN (SELECT array_agg(0::bigint) AS zeros, array_agg(n::bigint) AS numbers
                        FROM generate_series(1, :entries) AS n) AS n
            WHERE l.key = 'arena'
            """;
    /** A trigger that stores each position up to which the leaderboard's changes were read. */
    private static final String LOG_POSITIONS = """
            CREATE TABLE position_log (n serial, sequence bigint);
            CREATE FUNCTION log_position() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO position_log (sequence) VALUES (NEW.sequence); RETURN NEW; END $$;
            CREATE TRIGGER log_position AFTER UPDATE ON badge_leaderboard_position FOR EACH ROW EXECUTE FUNCTION log_position();
            """;

    private static final TickingClock CLOCK = new TickingClock(NOW);

    private static LaurelServer server;
    private static BadgeClient badges;
    private static Sql sql;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        badges = new BadgeClient(server);
        sql = server.database().sql();
        sql.execute(LOG_POSITIONS);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void createBadge() {
        Emptying.empty(server.database());
        CLOCK.set(NOW);
        badges.createLeaderboard("arena", ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]");
        badges.createBadge(
                "ten", "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", minScore: 10}", "");
        badges.submit("arena", "ann", 1);
        badges.awardPending(NOW);
        sql.execute("DELETE FROM position_log");
    }

    private void insertChange(int entries) {
        sql.of(INSERT_CHANGE).bind("at", NOW).bind("entries", entries).execute();
    }

    /** Inserts a change that does not list its entries. */
    private void insertIncompleteChange() {
        insertChange(0);
    }

    /** Reads all changes, and returns the position after each batch. */
    private List<Long> positions() {
        badges.awardPending(NOW);
        return sql.of("SELECT sequence FROM position_log ORDER BY n").list(Long.class);
    }

    @Test
    void readsRowsWithManyEntriesInSeveralBatches() {
        for (int n = 0; n < 4; n++) {
            insertChange(6_000);
        }
        badges.submit("arena", "ann", 9);

        assertThat(positions()).hasSize(4);
        assertThat(badges.holders("ten")).hasSize(1);
    }

    @Test
    void readsRowsWithFewEntriesInOneBatch() {
        for (int n = 0; n < 50; n++) {
            insertChange(3);
        }

        assertThat(positions()).hasSize(1);
    }

    @Test
    void readsOversizedRowAlone() {
        insertChange(30_000);
        insertChange(1);

        assertThat(positions()).hasSize(2);
    }

    @Test
    void scansWindowsThatWereNotFinalAtFirstUnreadChange() {
        badges.submit("arena", "ann", 9);
        sql.execute("DELETE FROM change_outbox");
        insertChange(6_000);
        insertChange(6_000);
        insertIncompleteChange();
        CLOCK.advance(Duration.ofDays(1));
        badges.finalizeWindows(CLOCK.instant());
        CLOCK.advance(Duration.ofHours(1));
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).hasSize(1);
    }
}
