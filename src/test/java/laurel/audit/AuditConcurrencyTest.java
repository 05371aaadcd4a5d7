package laurel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;

/** Actors of concurrent requests, on two nodes that share connections between requests, are never mixed up. */
class AuditConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String KEY = "key-of-another-actor-";
    private static final int ACTORS = 8;
    private static final int ACTS = 10;

    private static final String CREATE = """
            mutation ($key: String!) { createBadge(input: {key: $key, name: "x", rule: {manual: true}}) { badge { id } } }
            """;
    private static final String SUBMIT = """
            mutation ($id: String!) {
              submitScore(input: {leaderboardKey: "steps", participant: {externalId: $id}, score: 1}) { receipt { status } } }
            """;

    /** Who created a badge. */
    @Introspected
    record Creation(String actor, String subjectKey) {}

    @Test
    void attributesEachActToItsActor() {
        StringBuilder keys = new StringBuilder(LaurelServer.KEY);
        for (int n = 0; n < ACTORS; n++) {
            keys.append(',').append(KEY).append(n);
        }
        Map<String, Object> settings =
                Map.of("laurel.keys", keys.toString(), "laurel.database.pool-size", 3, "laurel.limits.badges", 1000);
        try (LaurelServer first = LaurelServer.start(new TickingClock(NOW), settings);
                LaurelServer second = LaurelServer.on(first.database(), new TickingClock(NOW), settings)) {
            first.client()
                    .ask("mutation { createLeaderboard(input: {key: \"steps\", windowDefinitions: [{kind: DAILY}]})"
                            + " { leaderboard { id } } }");
            Together.all(ACTORS, n -> act((n % 2 == 0 ? first : second).client(KEY + n), n));
            assertActors(first.bean(Sql.class));
        }
    }

    /** Acts and submissions take turns on the connections. */
    private static int act(GraphQLClient client, int actor) {
        for (int n = 0; n < ACTS; n++) {
            client.ask(CREATE, Map.of("key", "badge-" + actor + "-" + n));
            client.ask(SUBMIT, Map.of("id", "player-" + actor + "-" + n));
        }
        return actor;
    }

    private static void assertActors(Sql sql) {
        List<Creation> creations = sql.of("SELECT actor, subject_key FROM audit_record WHERE subject_type = 'Badge'")
                .list(Creation.class);
        assertThat(creations).hasSize(ACTORS * ACTS).allSatisfy(creation -> assertThat(creation.actor)
                .isEqualTo("configured key "
                        + (Integer.parseInt(creation.subjectKey.split("-", -1)[1]) + 2)));
        assertThat(sql.of("SELECT count(*) FROM audit_record").one(Integer.class))
                .isEqualTo(ACTORS * ACTS + 1);
    }
}
