package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.Together;
import laurel.activity.ActivityClient;
import laurel.database.OpenTransaction;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.scoring.PolicyClient;
import laurel.streak.DayRules;
import org.junit.jupiter.api.Test;

/** A day that is scored in the background counts in the group that its events have reported, also the last of them. */
@LaurelTest(at = "2025-07-16T12:00:00Z")
class ReportedGroupTest {
    private static final Instant NOON = Instant.parse("2025-07-16T12:00:00Z");
    /** More than {@code laurel.activity.immediate-days}. */
    private static final int COUNT = 21;

    private static final String REPORT_NORTH = """
            INSERT INTO activity_group (participant_id, group_values, occurred_at, external_id)
            SELECT id, '{"campus": "north"}', '2025-07-16', 'last' FROM participant WHERE app_id = ?
            """;

    @Inject
    LaurelServer server;

    @Inject
    ChangedDayBacklog backlog;

    @Inject
    DayRules dayRules;

    @Inject
    Sql sql;

    @Test
    void countsInGroupThatIsReportedWhileTalliesAreRead() {
        PolicyClient policies = new PolicyClient(server.client());
        createLeaderboardAndPolicy(policies);
        new ActivityClient(server.client())
                .recordAll(IntStream.range(0, COUNT)
                        .mapToObj(n -> ActivityClient.event("e" + n, "seen", "p" + n, "2025-07-16T10:00:00Z"))
                        .toList());
        try (OpenTransaction meanwhile = server.database().transaction()) {
            meanwhile.execute("LOCK TABLE activity_daily_tally");
            Together.all(2, task -> {
                if (task == 0) {
                    score();
                } else {
                    Until.holds(server.database()::waitsForLock);
                    meanwhile.execute(REPORT_NORTH, server.appId());
                    meanwhile.commit();
                }
                return task;
            });
        }
        assertThat(policies.windowScores(
                        "board", Map.of("definition", "all-time", "at", NOON, "group", Map.of("campus", "north"))))
                .hasSize(COUNT);
    }

    private void createLeaderboardAndPolicy(PolicyClient policies) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT,"
                        + " groupings: [[], [\"campus\"]]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        policies.defineEventCount("policy", "board", 1).text("key");
    }

    private void score() {
        backlog.prepare(NOON);
        sql.useTransaction(() -> {
            backlog.lock(server.appId(), dayRules);
            backlog.processPart(server.appId(), COUNT, NOON);
        });
    }
}
