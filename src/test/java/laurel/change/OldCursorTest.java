package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.SocketFollower;
import laurel.TickingClock;
import laurel.database.Emptying;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions that resume with an old cursor, or with the cursor of another subscription. */
class OldCursorTest {
    private static final Instant MONDAY = Instant.parse("2025-07-14T12:00:00Z");
    private static final Instant WEDNESDAY = Instant.parse("2025-07-16T12:00:00Z");
    private static final String TOP = """
            subscription ($after: String) { topStandingsChanged(ranking: {leaderboardKey: "board"}, first: 5, after: $after) {
              cursor baseCursor standings { participant { externalId } } upserted { participant { externalId } } } }
            """;
    private static final String RANKS = """
            subscription ($after: String) { ranksChanged(ranking: {leaderboardKey: "board"}, after: $after,
                participants: [{external: {externalId: "ann"}}, {external: {externalId: "bob"}}]) {
              cursor baseCursor standings { participant { externalId } } changes { participant { externalId } } } }
            """;

    private static final TickingClock CLOCK = new TickingClock(MONDAY);
    private static LaurelServer service;
    private LaurelServer server;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK, Map.of("laurel.live.tick", "10ms"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        Emptying.empty(service.database());
        CLOCK.set(MONDAY);
        server = service.inNewApp();
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: ALL_TIME}]}) {"
                        + " __typename } }");
        submit("ann", 1);
    }

    @Test
    void resumesWithChangesWithinRetention() {
        String cursor = first(TOP, "topStandingsChanged", Map.of()).text("cursor");
        submit("bob", 2);
        Answer resumed = first(TOP, "topStandingsChanged", Map.of("after", cursor));
        assertThat(resumed.at("baseCursor")).isEqualTo(cursor);
        assertThat(names(resumed, "upserted")).contains("bob");
    }

    @Test
    void startsWithSnapshotIfCursorIsOlderThanRetention() {
        String top = first(TOP, "topStandingsChanged", Map.of()).text("cursor");
        String ranks = first(RANKS, "ranksChanged", Map.of()).text("cursor");
        submit("bob", 2);
        CLOCK.set(WEDNESDAY);
        submit("cid", 3);
        OutboxDropper dropper = server.bean(OutboxDropper.class);
        dropper.drop(WEDNESDAY);
        dropper.drop(WEDNESDAY.plusSeconds(60));
        // Without a base the event is a snapshot: its changes apply to an empty list.
        Answer changed = first(TOP, "topStandingsChanged", Map.of("after", top));
        assertThat(changed.at("baseCursor")).isNull();
        assertThat(names(changed, "standings")).containsExactly("cid", "bob", "ann");
        assertThat(names(changed, "upserted")).containsExactly("cid", "bob", "ann");
        Answer watched = first(RANKS, "ranksChanged", Map.of("after", ranks));
        assertThat(watched.at("baseCursor")).isNull();
        assertThat(names(watched, "standings")).containsExactlyInAnyOrder("ann", "bob");
        assertThat(names(watched, "changes")).containsExactlyInAnyOrder("ann", "bob");
    }

    @Test
    void rejectsCursorOfAnotherSubscription() {
        String cursor = first(RANKS, "ranksChanged", Map.of()).text("cursor");
        assertThatThrownBy(() -> first(TOP, "topStandingsChanged", Map.of("after", cursor)))
                .hasMessageContaining("INVALID_CURSOR")
                .hasMessageContaining("`after` is a cursor of another list, or of other arguments of this list;");
        assertThatThrownBy(() -> first(TOP, "topStandingsChanged", Map.of("after", "x".repeat(10_000))))
                .hasMessageContaining("INVALID_CURSOR")
                .hasMessageContaining("`after` is not a cursor;");
    }

    private Answer first(String document, String field, Map<String, ?> variables) {
        try (SocketFollower follower = SocketFollower.start(server.ofApp("/graphql"), document, variables)) {
            return follower.next(field).orElseThrow();
        }
    }

    private static List<String> names(Answer event, String list) {
        return event.list(list).stream()
                .map(one -> one.text("participant", "externalId"))
                .toList();
    }

    private void submit(String participant, int score) {
        server.client()
                .ask("mutation { submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \""
                        + participant + "\"}, score: " + score + "}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
    }
}
