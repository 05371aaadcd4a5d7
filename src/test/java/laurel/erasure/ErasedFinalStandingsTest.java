package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Final windows with entries of participants that are erased. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ErasedFinalStandingsTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient admin;
    private ErasureClient client;

    @BeforeEach
    void start() {
        admin = server.client();
        client = new ErasureClient(server);
        client.change("createLeaderboard(input: {key: \"race\", windowDefinitions: [{kind: DAILY}]})");
        client.submit("ann", 9);
        client.submit("ben", 5);
        client.submit("cho", 3);
    }

    /** A new revision closes the gap; earlier ones and anonymous standings stay. */
    @ParameterizedTest
    @EnumSource
    void correctsFinalWindowIfStandingsAreRemoved(ErasedStandings standings) {
        clock.set(Instant.parse("2025-07-14T12:00:00Z"));
        server.bean(Lifecycle.class).run(clock.instant());
        client.erase("ann", standings);
        server.bean(Lifecycle.class).run(clock.instant());
        boolean removed = standings == ErasedStandings.REMOVED;
        assertThat(revision(1)).containsExactly("1 null 9", "2 {externalId=ben} 5", "3 {externalId=cho} 3");
        if (removed) {
            assertThat(revision(2)).containsExactly("1 {externalId=ben} 5", "2 {externalId=cho} 3");
        }
        assertThat(admin.ask("{ leaderboard(key: \"race\") { window(select: {name: {name: \"2025-07-13\"}}) {"
                                + " revision } } }")
                        .at("data", "leaderboard", "window", "revision"))
                .isEqualTo(removed ? 2 : 1);
    }

    /** Dan tied with ann, was received at the same time, and comes before her without his external ID. */
    @Test
    void correctsFinalWindowIfOrderOfTiedParticipantsChanges() {
        client.submit("dan", 9);
        clock.set(Instant.parse("2025-07-14T12:00:00Z"));
        server.bean(Lifecycle.class).run(clock.instant());
        client.erase("dan", ErasedStandings.ANONYMOUS);
        List<String> standings = List.of("1 - 9", "1 ann 9", "3 ben 5", "4 cho 3");
        assertThat(client.standings("race", "2025-07-13")).isEqualTo(standings);
        server.bean(Lifecycle.class).run(clock.instant());
        assertThat(client.standings("race", "2025-07-13")).isEqualTo(standings);
        assertThat(revision(2)).startsWith("1 null 9", "1 {externalId=ann} 9");
    }

    private List<String> revision(int number) {
        return admin
                .ask("{ leaderboard(key: \"race\") { window(select: {name: {name: \"2025-07-13\"}}) { ranking {"
                        + " finalRanking(revision: " + number
                        + ") { standings { nodes { rank score participant { externalId } metadata } } } } } } }")
                .list("data", "leaderboard", "window", "ranking", "finalRanking", "standings", "nodes")
                .stream()
                .map(node -> node.at("rank") + " " + node.at("participant") + " " + node.text("score"))
                .toList();
    }
}
