package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search by name reads a bounded part of a ranking and of the participants, however many match. */
class StandingSearchPlanTest {
    private static final int PARTICIPANTS = 30_000;
    /** Each statement has a timeout. */
    private static final int PARTS = 6;

    private static final String NAMES = """
            INSERT INTO participant (app_id, entity_type, external_id, name, created_at)
            SELECT 1, 'ACCOUNT', 'n' || n, 'Player ' || CASE WHEN n = 29000 THEN 'Rare' ELSE md5(n::text) END, '2025-01-01'
            FROM generate_series(:first, :last) AS n
            """;
    /** The ranks of these entries are not in the index of ranks: the search does not need it to find them. */
    private static final String ENTRIES = """
            INSERT INTO entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, id_key)
            SELECT r.id, p.id, substr(p.external_id, 2)::bigint, 0, 0, '2025-07-13', 1, id_key(p.entity_type, p.external_id)
            FROM ranking AS r, participant AS p WHERE p.external_id LIKE 'n%' AND p.id % :parts = :part
            """;

    private static final Pattern BUFFERS = Pattern.compile("\"(?:Shared Hit|Shared Read) Blocks\": (\\d+)");

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        server.client().ask("""
                mutation { createLeaderboard(input: {key: "race", windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } }
                  submitScore(input: {leaderboardKey: "race", participant: {externalId: "ann", name: "Ann"}, score: 1}) {
                    receipt { status } } }
                """).text("data", "submitScore", "receipt", "status");
        Sql sql = server.database().sql();
        sql.useConnected(() -> {
            for (int part = 0; part < PARTS; part++) {
                int before = PARTICIPANTS / PARTS * part;
                sql.of(NAMES)
                        .bind("first", before + 1)
                        .bind("last", before + PARTICIPANTS / PARTS)
                        .execute();
            }
            for (int part = 0; part < PARTS; part++) {
                sql.of(ENTRIES).bind("parts", PARTS).bind("part", part).execute();
            }
            sql.execute("VACUUM ANALYZE");
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Executed> statements(String name) {
        try (var recorded = Statements.of(server.bean(Sql.class))) {
            server.client()
                    .ask(
                            "query ($name: String!) { leaderboard(key: \"race\") { ranking { search(name: $name) { id } } } }",
                            Map.of("name", name))
                    .list("data", "leaderboard", "ranking", "search");
            return recorded.take().stream()
                    .filter(statement -> statement.named().contains("name_text"))
                    .toList();
        }
    }

    /** Each of the 1,000 entries and participants that it may read is on a few pages of their tables and indexes. */
    @ParameterizedTest
    @CsvSource({"player, 1", "Player r, 2", "rare, 2", "p, 1", "zoe, 2", "a, 1"})
    void readsBoundedNumberOfPages(String name, int count) {
        List<Executed> statements = statements(name);
        assertThat(statements).hasSize(count);
        for (Executed statement : statements) {
            assertThat(buffers(statement)).as(statement.named()).isLessThan(12_000);
        }
    }

    /** One search finds few, so that the index is read; all match, so that the limits hold. */
    @Test
    void readsBoundedNumberOfPagesOfNamesThatAllMatch() {
        Sql sql = server.bean(Sql.class);
        String json = sql.connected(() -> Explained.execute(
                sql, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM participants_named(1, 'player')"));
        assertThat(firstBuffers(json)).isLessThan(6_000);
        assertThat(sql.of("SELECT count(*) FROM participants_named(1, 'player')")
                        .one(Long.class))
                .isBetween(1L, 1_000L);
        assertThat(sql.of("SELECT count(*) FROM participants_named(2, 'player')")
                        .one(Long.class))
                .isZero();
    }

    @Test
    void findsNameBehindTheBest() {
        assertThat(server.client()
                        .ask(
                                "{ leaderboard(key: \"race\") { ranking { search(name: \"rare\") { participant { name } } } } }")
                        .text("data", "leaderboard", "ranking", "search", 0, "participant", "name"))
                .isEqualTo("Player Rare");
    }

    private static long buffers(Executed statement) {
        Sql sql = server.bean(Sql.class);
        return sql.connected(() -> firstBuffers(statement
                .again(sql, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement.named())
                .one(String.class)));
    }

    /** Pages that the whole statement has read: those of its first node. */
    private static long firstBuffers(String json) {
        Matcher found = BUFFERS.matcher(json);
        long pages = 0;
        for (int n = 0; n < 2 && found.find(); n++) {
            pages += Long.parseLong(found.group(1));
        }
        return pages;
    }
}
