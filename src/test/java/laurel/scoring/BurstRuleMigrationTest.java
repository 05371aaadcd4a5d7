package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;

/** The migration that gives existing versions of policies a burst rule. */
class BurstRuleMigrationTest {
    private static final String RULES = """
            {"counters": [{"name": "won", "role": "WINNER", "aggregation": "EVENTS", "eventTypes": ["game.ended"]},
                          {"name": "sent", "role": "ACTOR", "aggregation": "EVENTS", "eventTypes": ["dm.sent", "game.ended"]}],
             "pillars": [{"name": "a", "terms": [{"source": "won", "weight": 2}]}], "streaks": {}}
            """;

    private static final String RULE =
            "{\"duration\": \"PT10S\", \"eventTypes\": [\"dm.sent\", \"game.ended\"], \"maxEventsPerSecond\": 5}";

    @Test
    void mutesBurstsOfEventsThatExistingVersionsCount() throws IOException {
        String migration = Files.readString(Path.of("db/migration/V71__burst_rule.sql"));
        String ofVersions = migration.substring(migration.indexOf("CREATE TEMPORARY TABLE"));
        try (var database = TestDatabase.fresh()) {
            var sql = database.sql();
            sql.execute("INSERT INTO streak_day_rule (app_id, rule, created_at) VALUES (1, '{}', now())");
            sql.execute("INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at)"
                    + " SELECT 1, key, id, now() FROM streak_day_rule CROSS JOIN (VALUES ('p'), ('q')) AS k (key)");
            sql.of("INSERT INTO scoring_version SELECT id, 1, :rules::jsonb, now() FROM scoring_policy")
                    .bind("rules", RULES)
                    .execute();
            sql.execute(
                    "INSERT INTO scoring_version"
                            + " SELECT id, 2, '{\"counters\": [], \"pillars\": [], \"streaks\": {}}', now() FROM scoring_policy");

            sql.useTransaction(() -> sql.execute(ofVersions));

            assertThat(sql.of("""
                    SELECT p.key || ' ' || v.number || ' ' || coalesce(v.rules ->> 'burst', 'none') || ' ' || (r.id IS NOT NULL)
                    FROM scoring_version AS v JOIN scoring_policy AS p ON p.id = v.policy_id
                    LEFT JOIN activity_burst_rule AS r ON r.id = (v.rules -> 'burstRuleId')::integer
                    ORDER BY 1
                    """).list(String.class))
                    .containsExactly(
                            "p 1 " + RULE + " true", "p 2 none false", "q 1 " + RULE + " true", "q 2 none false");
            assertThat(sql.of("SELECT rule::text FROM activity_burst_rule WHERE evaluated_to IS NULL")
                            .list(String.class))
                    .containsExactly(RULE);
        }
    }
}
