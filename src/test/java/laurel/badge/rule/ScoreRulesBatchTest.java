package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row of the outbox may tell of thousands of entries: so many entries are read at once, and not so many rows. */
class ScoreRulesBatchTest {
    private static final Instant NOW = Instant.parse("2025-07-13T12:00:00Z");

    /** As many entries as this, of a ranking that nobody knows. */
    private static final String ROW = """
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
    /** How far the board is looked through, whenever that moves. */
    private static final String NOTE = """
            CREATE TABLE moved (n serial, sequence bigint);
            CREATE FUNCTION note_moved() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO moved (sequence) VALUES (NEW.sequence); RETURN NEW; END $$;
            CREATE TRIGGER note AFTER UPDATE ON badge_leaderboard_position FOR EACH ROW EXECUTE FUNCTION note_moved();
            """;

    private LaurelServer server;
    private BadgeClient badges;
    private Sql sql;

    @BeforeEach
    void followBoard() {
        server = LaurelServer.start(new TickingClock(NOW));
        badges = new BadgeClient(server);
        sql = server.database().sql();
        badges.board("arena", ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]");
        badges.badge("ten", "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", minScore: 10}", "");
        badges.submit("arena", "ann", 1);
        badges.work(NOW);
        sql.execute(NOTE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void change(int entries) {
        sql.of(ROW).bind("at", NOW).bind("entries", entries).execute();
    }

    private List<Long> parts() {
        badges.work(NOW);
        return sql.of("SELECT sequence FROM moved ORDER BY n").list(Long.class);
    }

    @Test
    void readsRowsOfManyEntriesInSeveralParts() {
        for (int n = 0; n < 4; n++) {
            change(6_000);
        }
        badges.submit("arena", "ann", 9);

        assertThat(parts()).hasSize(4);
        assertThat(badges.holders("ten")).hasSize(1);
    }

    @Test
    void readsRowsOfFewEntriesTogether() {
        for (int n = 0; n < 50; n++) {
            change(3);
        }

        assertThat(parts()).hasSize(1);
    }

    @Test
    void readsOversizedRowAlone() {
        change(30_000);
        change(1);

        assertThat(parts()).hasSize(2);
    }
}
