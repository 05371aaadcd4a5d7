package laurel.audit;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import java.util.Map;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;

/** Each table is audited by {@code R__audit.sql}, or listed here with the reason why it is not. */
@LaurelTest
class AuditedTablesTest {
    private static final String DERIVED = "follows from facts and definitions";
    private static final String FACT = "facts that clients send";
    private static final String PROGRESS = "progress of background work";

    private static final Map<String, String> NOT_AUDITED = Map.ofEntries(
            entry("activity_burst_rule", "part of scoring_version"),
            entry("activity_counted_group", DERIVED),
            entry("activity_daily_peer", DERIVED),
            entry("activity_daily_tally", DERIVED),
            entry("activity_dropped_month", PROGRESS),
            entry("activity_event", FACT),
            entry("activity_group", DERIVED),
            entry("activity_id", FACT),
            entry("activity_muted_event", DERIVED),
            entry("activity_muted_peer", DERIVED),
            entry("activity_muted_tally", DERIVED),
            entry("audit_record", "the audit itself"),
            entry("badge_due", PROGRESS),
            entry("badge_event_position", PROGRESS),
            entry("badge_leaderboard_position", PROGRESS),
            entry("change_dropped_day", PROGRESS),
            entry("change_outbox", DERIVED),
            entry("entry", DERIVED),
            entry("event", DERIVED),
            entry("final_standing", DERIVED),
            entry("flyway_schema_history", "migrations"),
            entry("group_attribute", DERIVED),
            entry("leaderboard_deletion", PROGRESS),
            entry("leaderboard_window", DERIVED),
            entry("ledger_dropped_month", PROGRESS),
            entry("rankindex_node", DERIVED),
            entry("ranking", DERIVED),
            entry("ranking_deletion", PROGRESS),
            entry("restriction_entry", DERIVED),
            entry("restriction_task", PROGRESS),
            entry("scoring_changed_day", PROGRESS),
            entry("scoring_day_score", DERIVED),
            entry("scoring_leaderboard", "follows from scoring_version"),
            entry("scoring_rescore_range", PROGRESS),
            entry("secret", "secrets, which only migrations create"),
            entry("streak_amnesty_recount", PROGRESS),
            entry("streak_backfill", PROGRESS),
            entry("streak_day", DERIVED),
            entry("streak_day_rule", "part of streak and scoring_policy"),
            entry("streak_run", DERIVED),
            entry("stream_position", PROGRESS),
            entry("webhook_delivery", "replays and test messages are records of their webhook"),
            entry("webhook_position", PROGRESS),
            entry("window_slice", PROGRESS));

    private static final String UNAUDITED = """
            SELECT c.relname FROM pg_class AS c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND NOT EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND t.tgname = 'audit')
            """;

    private static final String SUSPICIOUS = """
            SELECT c.relname || '.' || a.attname AS column, encode(t.tgargs, 'escape') AS arguments
            FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid AND NOT c.relispartition
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE t.tgname = 'audit' AND a.attname ~ 'secret|token|password|digest|hash|lease$|outcome'
            """;

    private final Sql sql;

    AuditedTablesTest(Sql sql) {
        this.sql = sql;
    }

    /** A column that may have secrets, and the arguments of the trigger of its table. */
    @Introspected
    record SuspiciousColumn(String column, String arguments) {}

    @Test
    void auditsEachTableOrListsTheReason() {
        assertThat(sql.of(UNAUDITED).list(String.class))
                .as("Add new tables of definitions to db/migration/R__audit.sql, others to this test")
                .containsExactlyInAnyOrderElementsOf(NOT_AUDITED.keySet());
    }

    @Test
    void excludesColumnsThatMayHaveSecrets() {
        List<SuspiciousColumn> columns = sql.of(SUSPICIOUS).list(SuspiciousColumn.class);
        assertThat(columns).isNotEmpty().allSatisfy(found -> assertThat(found.arguments)
                .as(found.column)
                .containsPattern("[{,\\s]" + found.column.replaceAll(".*\\.", "") + "[,}]"));
    }
}
