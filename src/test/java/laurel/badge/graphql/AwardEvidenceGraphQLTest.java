package laurel.badge.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.leaderboard.LeaderboardClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The evidence of awards contains scores, so it has the visibility of the leaderboard. */
@LaurelTest
class AwardEvidenceGraphQLTest {
    private static final String EVIDENCE = """
            { badge(key: "ten") { awards { nodes { window { name } evidence { leaderboardKey score } } } } }
            """;
    private static final String READ = "{leaderboardKey=arena, score=12}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient game;
    private GraphQLClient anonymous;
    private LeaderboardClient boards;

    @BeforeEach
    void award() {
        game = server.client();
        anonymous = game.withoutKey();
        boards = new LeaderboardClient(game);
        game.ask("mutation { updateApp(input: {appKey: \"" + server.appKey()
                        + "\", anonymousReading: true}) { app { id } } }")
                .text("data", "updateApp", "app", "id");
        var badges = new BadgeClient(server);
        badges.createLeaderboard("arena", "");
        badges.createBadge(
                "ten", "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"all-time\", minScore: 10}", "");
        badges.submit("arena", "ann", 12);
        badges.awardPending(clock.instant());
    }

    private static @Nullable String evidence(GraphQLClient caller) {
        Object evidence = caller.ask(EVIDENCE).at("data", "badge", "awards", "nodes", 0, "evidence");
        return evidence == null ? null : evidence.toString();
    }

    @Test
    void showsScoresOfPublicLeaderboards() {
        assertThat(evidence(game)).isEqualTo(READ);
        assertThat(evidence(anonymous)).isEqualTo(READ);
    }

    @Test
    void showsScoresOfPrivateLeaderboardsToServersOnly() {
        boards.update("arena", 1, Map.of("visibility", "PRIVATE")).text("id");
        assertThat(evidence(game)).isEqualTo(READ);
        assertThat(evidence(anonymous)).isNull();
    }

    @Test
    void showsScoresOfDeletedLeaderboardsToServersOnly() {
        boards.archive("arena").text("archivedAt");
        game.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"arena\"}) { deletedLeaderboardId } }")
                .text("data", "deleteLeaderboard", "deletedLeaderboardId");
        assertThat(evidence(game)).isEqualTo(READ);
        assertThat(evidence(anonymous)).isNull();
    }
}
