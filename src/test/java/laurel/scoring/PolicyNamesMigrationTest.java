package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;

/** The migration that renames fields of stored policy rules. */
class PolicyNamesMigrationTest {
    private static final String BEFORE = """
            {"streaks": {"daily": 7},
             "counters": [{"name": "won", "part": "WINNER", "count": "EVENTS", "eventTypes": ["game.ended"]}],
             "pillars": [
               {"name": "a", "terms": [{"of": "won", "weight": 2, "cap": 10}, {"of": "won", "weight": 1}]},
               {"name": "b", "terms": [{"of": "a", "weight": 1}], "leaderboard": "board",
                "multiplier": {"streak": "daily", "from": 1, "to": 30, "least": 1, "most": 1.5}}]}
            """;
    private static final String AFTER = """
            {"streaks": {"daily": 7},
             "counters": [{"name": "won", "role": "WINNER", "aggregation": "EVENTS", "eventTypes": ["game.ended"]}],
             "pillars": [
               {"name": "a", "leaderboardKey": null, "multiplier": null,
                "terms": [{"source": "won", "weight": 2, "cap": 10}, {"source": "won", "weight": 1}]},
               {"name": "b", "terms": [{"source": "a", "weight": 1}], "leaderboardKey": "board",
                "multiplier": {"streakKey": "daily", "minDayCount": 1, "maxDayCount": 30, "minFactor": 1, "maxFactor": 1.5}}]}
            """;

    @Test
    void renamesFieldsOfStoredRules() throws IOException {
        String migration = Files.readString(Path.of("db/migration/V41__policy_names.sql"));
        try (var database = TestDatabase.fresh()) {
            var sql = database.sql();
            sql.execute("INSERT INTO streak_day_rule (app_id, rule, created_at) VALUES (1, '{}', now())");
            sql.execute("INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at)"
                    + " SELECT 1, 'p', id, now() FROM streak_day_rule");
            sql.of("INSERT INTO scoring_version SELECT id, 1, :rules::jsonb, now() FROM scoring_policy")
                    .bind("rules", BEFORE)
                    .execute();

            sql.execute(migration);

            assertThat(sql.of("SELECT rules = :rules::jsonb FROM scoring_version")
                            .bind("rules", AFTER)
                            .one(Boolean.class))
                    .isTrue();
        }
    }
}
