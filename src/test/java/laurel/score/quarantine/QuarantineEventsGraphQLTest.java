package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.SocketFollower;
import laurel.event.EventClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Quarantined submissions are in no event and no live ranking before they are approved. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantineEventsGraphQLTest {
    private static final String TOP = "subscription { topStandingsChanged(ranking: {leaderboardKey: \"sum\"}) {"
            + " standings { score participant { externalId } } } }";

    @Inject
    LaurelServer server;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
        client.create(
                "sum",
                "INCREMENT",
                "maxStep: 10, eventRules: [{entryAdded: ALL, rankChanged: true, windowKinds: [ALL_TIME]}]");
        client.submit("sum", "ann", 5);
    }

    @Test
    void subscribersSeeItOnlyWhileItIsApproved() {
        String key = server.client()
                .ask("mutation { createApiKey(input: {name: \"reader\", role: READER}) { key } }")
                .text("data", "createApiKey", "key");
        try (var follower = SocketFollower.startAs(key, server.address(), TOP, Map.of())) {
            assertThat(next(follower)).containsExactly("ann 5");
            String id = client.quarantine("sum", "ben", 100);
            client.submit("sum", "ann", 1);
            assertThat(next(follower)).containsExactly("ann 6");
            client.changes("approveSubmission", id);
            assertThat(next(follower)).containsExactly("ben 100", "ann 6");
            client.changes("rejectSubmission", id);
            assertThat(next(follower)).containsExactly("ann 6");
        }
    }

    private static List<String> next(SocketFollower follower) {
        return follower.next("topStandingsChanged").orElseThrow().list("standings").stream()
                .map(one -> one.text("participant", "externalId") + " " + one.text("score"))
                .toList();
    }

    @Test
    void eventLogHasItOnceItIsApproved() {
        EventClient events = new EventClient(server.client());
        String id = client.quarantine("sum", "ben", 100);
        assertThat(events.lines()).containsExactly("ENTRY_ADDED ALL_TIME null ann 1 5");
        client.changes("approveSubmission", id);
        assertThat(events.lines())
                .containsExactly(
                        "ENTRY_ADDED ALL_TIME null ann 1 5",
                        "ENTRY_ADDED ALL_TIME null ben 1 100",
                        "RANK_CHANGED ALL_TIME null ann 1->2 5->5");
    }
}
