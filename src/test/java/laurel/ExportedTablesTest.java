package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;

/** Each table with data of a participant is exported, or listed here with the reason why it is not. */
class ExportedTablesTest {
    private static final Map<String, String> NOT_EXPORTED = Map.of(
            "activity_muted_peer", "part of the daily tally that a burst rule mutes; activityEvents.muted",
            "activity_muted_tally", "part of the daily tally that a burst rule mutes; activityEvents.muted",
            "badge_due", "work that remains; empty once it is done",
            "scoring_changed_day", "work that remains; empty once it is done",
            "scoring_rescore_range", "work that remains; empty once it is done",
            "streak_amnesty_recount", "work that remains; empty once it is done",
            "streak_backfill", "position of a job in the participants",
            "restriction_task", "work that remains; empty once it is done");

    private static final String WITH_PARTICIPANT = """
            SELECT DISTINCT c.relname::text
            FROM pg_class AS c
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND (a.attname IN ('participant_id', 'actor_id', 'peer_id', 'winner_id') OR c.relname = 'participant')
            """;

    @Test
    void exportsEachTableWithParticipants() {
        String sql = JavaFile.below("src/main/java").stream()
                .filter(file -> file.path().toString().endsWith("ExportRepository.java"))
                .map(file -> ProjectFiles.text(file.path()))
                .collect(Collectors.joining());
        try (TestDatabase database = TestDatabase.fresh()) {
            List<String> tables = database.sql().of(WITH_PARTICIPANT).list(String.class);
            assertThat(tables).contains("participant", "score_submission", "activity_event");
            assertThat(tables.stream().filter(table -> !isRead(sql, table)))
                    .as("Export a new table in the feature's ...ExportRepository, or list it with a reason.")
                    .containsExactlyInAnyOrderElementsOf(NOT_EXPORTED.keySet());
        }
    }

    private static boolean isRead(String sql, String table) {
        return Pattern.compile("\\b" + table + "\\b").matcher(sql).find();
    }
}
