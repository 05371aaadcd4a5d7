package laurel.live.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.SocketFollower;
import laurel.TickingClock;
import laurel.leaderboard.LeaderboardClient;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.window.WindowOpener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions to a relative window that expires while it is followed. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class LiveExpiryGraphQLTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private static String document(String field, String arguments) {
        return "subscription { " + field
                + "(ranking: {leaderboardKey: \"race\", window: {relative: {definitionKey: \"daily\"," + " offset: 2}}}"
                + arguments + ") { standings { id } upserted { standingId } removedStandingIds } }";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            topStandingsChanged | ''
            aroundChanged       | , participant: {external: {externalId: "ada"}}
            """)
    void removesStandings(String field, String arguments) {
        submitTwoDaysAgo();
        try (SocketFollower follower =
                SocketFollower.start(server.ofApp("/graphql"), document(field, arguments), Map.of())) {
            Answer before = follower.next(field).orElseThrow();
            expireWindows();
            Answer after = follower.next(field).orElseThrow();
            assertThat(after.list("standings")).isEmpty();
            assertThat(after.at("removedStandingIds"))
                    .isEqualTo(List.of(before.list("upserted").getFirst().text("standingId")));
        }
    }

    private void submitTwoDaysAgo() {
        var boards = new LeaderboardClient(server.client());
        boards.create(Map.of("key", "race", "windowDefinitions", List.of(Map.of("kind", "DAILY", "retainCount", 1))))
                .text("id");
        boards.submit("race", "ada", 5);
        for (int day = 0; day < 2; day++) {
            clock.advance(Duration.ofDays(1));
            server.bean(WindowOpener.class).openAhead(clock.instant());
        }
    }

    private void expireWindows() {
        server.bean(Lifecycle.class).run(clock.instant());
        server.bean(Housekeeping.class).run(clock.instant());
    }
}
