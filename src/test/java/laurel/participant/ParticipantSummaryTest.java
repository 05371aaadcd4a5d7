package laurel.participant;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.ProjectFiles;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A participant's summary takes as many statements with many leaderboards, streaks and badges as with one of each. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ParticipantSummaryTest {
    private static final String WHO = "lewis-hamilton";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    @Test
    void takesConstantNumberOfStatements() {
        add(0);
        List<String> one = statements(1);
        IntStream.range(1, 10).forEach(this::add);
        assertThat(statements(10)).hasSameSizeAs(one).hasSize(10);
    }

    /** Reads the summary, and returns the statements. */
    private List<String> statements(int size) {
        try (Statements recorded = Statements.of(server.bean(Sql.class))) {
            String query = requireNonNull(ProjectFiles.operations().get("75-participant-summary"));
            Answer summary = client.ask(query).node("data", "participant");
            assertThat(summary.list("currentStandings", "nodes")).hasSize(size);
            // Those of everyone and of its campus.
            assertThat(summary.list("today", "edges")).hasSize(2 * size);
            assertThat(summary.list("streaks")).hasSize(size);
            assertThat(summary.list("badgeAwards", "nodes")).hasSize(size);
            return recorded.take().stream().map(Executed::named).toList();
        }
    }

    /** Adds a leaderboard with a score, a streak and a badge. */
    private void add(int n) {
        BadgeClient badges = new BadgeClient(server);
        badges.createLeaderboard(
                "board-" + n,
                ", entityTypes: [\"DRIVER\"], groupings: [[], [\"campus\"]], windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        Map<String, Object> driver =
                Map.of("entityType", "DRIVER", "externalId", WHO, "group", Map.of("campus", "north"));
        new ScoreClient(client)
                .submit(ScoreClient.with(ScoreClient.score("board-" + n, WHO, n), "participant", driver))
                .text("submission", "id");
        client.ask("mutation { createStreak(input: {key: \"streak-" + n + "\"}) { streak { key } errors { code } } }")
                .text("data", "createStreak", "streak", "key");
        new ActivityClient(client)
                .recordAll(List.of(Map.of("externalId", "e" + n, "eventType", "seen", "actor", driver)));
        badges.createBadge("badge-" + n, "manual: true", "");
        client.ask("mutation { awardBadge(input: {badgeKey: \"badge-" + n + "\", participant: {entityType: \"DRIVER\","
                        + " externalId: \"" + WHO + "\"}}) { award { id } errors { code } } }")
                .text("data", "awardBadge", "award", "id");
    }
}
