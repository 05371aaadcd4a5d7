package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that an erased participant shared with another one. */
@LaurelTest(at = "2026-03-11T12:00:00Z")
class ErasedActivityTest {
    private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");

    private static final String PERSONAL = """
            SELECT concat_ws(' ', e.group_values, e.actor_time_zone, e.peer_group_values, e.peer_time_zone, e.metadata,
                             e.external_id)
            FROM activity_event AS e WHERE e.actor_id = :participant OR e.peer_id = :participant
            """;

    @Inject
    LaurelServer server;

    private ErasureClient client;

    @BeforeEach
    void start() {
        client = new ErasureClient(server);
    }

    private void record(String event, Instant at, String rest) {
        client.change("recordActivity(input: {externalId: \"" + event + "\", eventType: \"dm.sent\", occurredAt: \""
                + at + "\", actor: {externalId: \"ann\"}, " + rest + "})");
    }

    private long erase(String participant) {
        return client.erase(participant, ErasedStandings.REMOVED);
    }

    @ParameterizedTest
    @CsvSource({"ann, ben, blue", "ben, ann, red"})
    void areDeletedOnceBothPartiesAreErased(String first, String second, String kept) {
        record(
                "hello-1",
                NOON,
                "peer: {externalId: \"ben\"}, group: {team: \"red\"}, peerGroup: {team: \"blue\"},"
                        + " metadata: {text: \"hello\"}");
        assertThat(personal(erase(first)))
                .singleElement()
                .asString()
                .contains(kept)
                .doesNotContain("hello");
        assertThat(personal(erase(second))).isEmpty();
    }

    private List<String> personal(long participant) {
        return server.database()
                .sql()
                .of(PERSONAL)
                .bind("participant", participant)
                .list(String.class);
    }

    @Test
    void areNotCountedForErasedPeerWhenTheyAreMutedLater() {
        defineMutingPolicy();
        for (int n = 0; n < 50; n++) {
            record("e-" + n, NOON.plusMillis(n), "peer: {externalId: \"ben\"}");
        }
        long ben = erase("ben");
        record("e-50", NOON.plusMillis(50), "peer: {externalId: \"cho\"}");
        for (String table : List.of("activity_muted_tally", "activity_muted_peer")) {
            assertThat(rows(table, number("ann"))).as(table).isPositive();
            assertThat(rows(table, ben)).as(table).isZero();
        }
    }

    private void defineMutingPolicy() {
        new PolicyClient(server.client())
                .define(Map.of(
                        "key", "muting",
                        "burst", Map.of("eventTypes", List.of("dm.sent")),
                        "counters", List.of(Map.of("name", "sent", "eventTypes", List.of("dm.sent"))),
                        "pillars", List.of(Map.of("name", "total", "terms", List.of(Map.of("source", "sent"))))))
                .text("key");
    }

    private long number(String participant) {
        return server.read(server.client()
                        .ask("{ participant(ref: {external: {externalId: \"" + participant + "\"}}) { id } }")
                        .text("data", "participant", "id"))
                .numbers()
                .getFirst();
    }

    private long rows(String table, long participant) {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM " + table + " WHERE participant_id = :participant")
                .bind("participant", participant)
                .one(Long.class);
    }
}
