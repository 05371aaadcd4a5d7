package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.SocketFollower;
import laurel.Together;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several nodes on one database: a subscriber of one node receives the events of all nodes, and resumes on another node
 * after a crash.
 */
@Timeout(600)
class NodesConcurrencyTest {
    private static final int PARTICIPANTS = 12;
    private static final int FOLLOWERS = 4;
    private static final int ARCHIVINGS = 10;
    private static final Map<String, Object> SETTINGS = Map.of("laurel.live.tick", "10ms");
    private static final String EVENTS = """
            subscription ($after: String) { eventOccurred(after: $after) { cursor node { id } } }
            """;

    @Test
    void emitsSubmissionsOfOneNodeToSubscribersOfAllNodes() {
        try (var database = TestDatabase.fresh();
                var one = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);
                var two = LaurelServer.on(database, Clock.systemUTC(), SETTINGS)) {
            create(one.client());
            FollowedTop atOne = new FollowedTop("both");
            FollowedTop atTwo = new FollowedTop("both");
            try (SocketFollower first = atOne.follow(one.address());
                    SocketFollower second = atTwo.follow(two.address())) {
                assertThat(atOne.next(first) && atTwo.next(second)).isTrue();
                for (LaurelServer node : List.of(one, two, one)) {
                    submit(node.client(), new SplittableRandom());
                    atOne.catchUp(first, node.client());
                    atTwo.catchUp(second, node.client());
                }
            }
        }
    }

    @Test
    void resumesWithoutGapsOnAnotherNodeAfterCrash() throws Exception {
        try (var database = TestDatabase.fresh();
                var survivor = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);
                var dying = LaurelProcess.start(database, SETTINGS)) {
            create(survivor.client());
            CountDownLatch started = new CountDownLatch(FOLLOWERS);
            AtomicBoolean over = new AtomicBoolean();
            Together.all(FOLLOWERS + 1, number -> {
                if (number < FOLLOWERS) {
                    followBothNodes(dying.address(), survivor, started, over);
                } else {
                    Together.await(started);
                    submitAndKillNode(survivor.client(), dying, over);
                }
                return number;
            });
        }
    }

    /** Follows the node until it dies, and then the other one. */
    private static void followBothNodes(URI dying, LaurelServer survivor, CountDownLatch started, AtomicBoolean over) {
        FollowedTop top = new FollowedTop("both");
        try (SocketFollower follower = top.follow(dying)) {
            while (top.next(follower)) {
                started.countDown();
            }
        }
        try (SocketFollower follower = top.follow(survivor.address())) {
            while (!over.get()) {
                assertThat(top.next(follower)).isTrue();
            }
            top.catchUp(follower, survivor.client());
        }
    }

    private static void submitAndKillNode(GraphQLClient client, LaurelProcess dying, AtomicBoolean over) {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 120; i++) {
            submit(i < 60 && i % 2 == 0 ? dying.client() : client, random);
            if (i == 60) {
                kill(dying);
            }
        }
        over.set(true);
        // A last event for the followers that wait for one.
        submit(client, Long.MAX_VALUE / 2, 0);
    }

    @Test
    void emitsEveryEventOnceWhenTheNodeCrashes() throws Exception {
        try (var database = TestDatabase.fresh();
                var survivor = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);
                var dying = LaurelProcess.start(database, SETTINGS)) {
            create(survivor.client());
            archive(survivor.client());
            String after = events(survivor.client()).getLast().text("cursor");
            List<String> received = new ArrayList<>();
            try (SocketFollower follower = SocketFollower.start(dying.address(), EVENTS, Map.of("after", after))) {
                for (int i = 0; i < ARCHIVINGS; i++) {
                    archive(i % 2 == 0 ? survivor.client() : dying.client());
                    after = take(follower, received);
                }
                archive(dying.client());
                dying.kill();
                archive(survivor.client());
            }
            try (SocketFollower follower = SocketFollower.start(survivor.address(), EVENTS, Map.of("after", after))) {
                archive(survivor.client());
                for (int i = 0; i < 3; i++) {
                    take(follower, received);
                }
            }
            assertThat(events(survivor.client()).stream().skip(1).map(event -> event.text("node", "id")))
                    .containsExactlyElementsOf(received);
        }
    }

    /** Adds the ID of the next event to the list, and returns its cursor. */
    private static String take(SocketFollower follower, List<String> received) {
        Answer event = follower.next("eventOccurred").orElseThrow();
        received.add(event.text("node", "id"));
        return event.text("cursor");
    }

    private static List<Answer> events(GraphQLClient client) {
        return client.ask("{ events(first: 1000) { edges { cursor node { id } } } }")
                .list("data", "events", "edges");
    }

    private static void archive(GraphQLClient client) {
        client.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"both\"}) { leaderboard { id } }"
                + " unarchiveLeaderboard(input: {leaderboardKey: \"both\"}) { leaderboard { id } } }");
    }

    private static void create(GraphQLClient client) {
        client.ask("mutation { createLeaderboard(input: {key: \"both\", updateMode: REPLACE}) {"
                        + " leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static void submit(GraphQLClient client, SplittableRandom random) {
        submit(client, random.nextInt(1_000), random.nextInt(PARTICIPANTS));
    }

    private static void submit(GraphQLClient client, long score, int participant) {
        client.ask(
                        "mutation ($of: SubmitScoreInput!) { submitScore(input: $of) {"
                                + " receipt { submission { id } } errors { message } } }",
                        Map.of(
                                "of",
                                Map.of(
                                        "leaderboardKey",
                                        "both",
                                        "participant",
                                        Map.of("externalId", "p" + participant),
                                        "score",
                                        score)))
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    private static void kill(LaurelProcess process) {
        try {
            process.kill();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
