package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Existing entries and final standings are ordered by type and external ID. Wrong numbers of members are counted again. */
class IdKeyMigrationTest {
    private static final String BEFORE = "73";

    /** Participants in an order of creation that is not that of their external IDs. */
    private static final List<String> ROWS = List.of(
            "INSERT INTO app (key, name, created_at) VALUES ('a', 'a', now())",
            """
            INSERT INTO participant (app_id, entity_type, external_id, created_at)
            SELECT (SELECT min(id) FROM app), entity_type, external_id, now()
            FROM (VALUES ('B', 'x'), ('A', 'y'), ('A', 'x'), ('A', 'z')) AS p (entity_type, external_id)
            """,
            "UPDATE participant SET group_values = '{\"team\": \"red\"}' WHERE entity_type = 'A'",
            """
            INSERT INTO group_value (app_id, attribute, value, member_count, created_at)
            SELECT (SELECT min(id) FROM app), 'team', value, count, now()
            FROM (VALUES ('blue', -1), ('green', 7), ('red', -2)) AS g (value, count)
            """,
            "CREATE TABLE entry_7 PARTITION OF entry FOR VALUES FROM (" + (7L << 40) + ") TO (" + (8L << 40) + ")",
            "CREATE TABLE final_standing_7 PARTITION OF final_standing FOR VALUES FROM (" + (7L << 40) + ") TO ("
                    + (8L << 40) + ")",
            """
            INSERT INTO entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id)
            SELECT (7::bigint << 40) + 1, id, CASE external_id WHEN 'z' THEN 2 ELSE 1 END, 0, 0, now(), 1 FROM participant
            """);

    private static TestDatabase database;

    @BeforeAll
    static void migrate() {
        database = TestDatabase.ofVersion(BEFORE);
        ROWS.forEach(rows -> database.sql().execute(rows));
        insertFinalStandings();
        database.sql().execute("""
                INSERT INTO rankindex_node (ranking_id, level, separator, separators, entries_before, scores_before)
                SELECT n, 0, '', ARRAY['', decode(repeat('80', n * 8), 'hex')], '{0,1,2}', '{0,1,2}'
                FROM generate_series(1, 4) AS n
                """);
        database.migrate();
    }

    private static void insertFinalStandings() {
        database.sql().useConnected(() -> {
            database.sql().execute("SET session_replication_role = replica");
            database.sql().execute("""
                    INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values, revision)
                    VALUES ((7::bigint << 40) + 1, (SELECT min(id) FROM app), 1, 1, 'ASCENDING', '{}', 2)
                    """);
        });
        for (int revision = 1; revision <= 2; revision++) {
            database.sql().execute("""
                    INSERT INTO final_standing
                    SELECT ranking_id, <revision>, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                           NULL, 1, 1, row_number() OVER (ORDER BY sort_key, participant_id), 0, 0
                    FROM entry
                    """.replace("<revision>", Integer.toString(revision)));
        }
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    @Test
    void copiesTypesAndExternalIds() {
        assertThat(database.sql()
                        .of("SELECT replace(id_key, chr(1), ' ') FROM entry ORDER BY sort_key, id_key")
                        .list(String.class))
                .containsExactly("A x", "A y", "B x", "A z");
    }

    @Test
    void countsMembersOfGroupsWithFewerThanNone() {
        assertThat(database.sql()
                        .of("SELECT value || ' ' || member_count FROM group_value ORDER BY value")
                        .list(String.class))
                .containsExactly("blue 0", "green 7", "red 3");
    }

    @Test
    void renumbersLatestFinalStandings() {
        assertThat(positions(1)).containsExactly("B x", "A y", "A x", "A z");
        assertThat(positions(2)).containsExactly("A x", "A y", "B x", "A z");
    }

    @Test
    void removesIndexesThatSeparateTies() {
        assertThat(database.sql()
                        .of("SELECT ranking_id FROM rankindex_node ORDER BY ranking_id")
                        .list(Long.class))
                .containsExactly(1L, 2L, 3L);
    }

    private static List<String> positions(int revision) {
        return database.sql()
                .of("SELECT p.entity_type || ' ' || p.external_id FROM final_standing AS f"
                        + " JOIN participant AS p ON p.id = f.participant_id WHERE f.revision = :revision"
                        + " ORDER BY f.position")
                .bind("revision", revision)
                .list(String.class);
    }
}
