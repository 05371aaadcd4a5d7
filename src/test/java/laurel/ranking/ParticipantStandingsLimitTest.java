package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A page of a participant's standings is read from at most 2,000 partitions. */
class ParticipantStandingsLimitTest {
    /** Slices of days, each with an empty view in place of its table, which would take long to create. */
    private static final String SLICES = """
            DO $$
            BEGIN
                FOR n IN 1..2100 LOOP
                    INSERT INTO window_slice (id, name, opened_at) OVERRIDING SYSTEM VALUE
                    VALUES (10000 + n, 'day-' || (date '2019-01-01' + n), now());
                    EXECUTE format('CREATE VIEW entry_%s AS SELECT 0::bigint AS ranking_id, 0::bigint AS participant_id'
                                   ' WHERE false', 10000 + n);
                END LOOP;
            END $$
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        client = server.client();
        client.ask("mutation { createLeaderboard(input: {key: \"days\", windowDefinitions: [{kind: DAILY}]}) {"
                        + " leaderboard { id } } submitScore(input: {leaderboardKey: \"days\","
                        + " participant: {externalId: \"ann\"}, score: 1}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
        server.database().sql().execute(SLICES);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void rejectsSearchOfMorePartitions() {
        Answer error = standings("filter: {}").node("errors", 0);
        assertThat(error.text("extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
        assertThat(error.text("message")).contains("2000 partitions", "`filter.startTime`");
    }

    @Test
    void findsStandingsOfFewerPartitions() {
        for (String arguments : new String[] {
            "filter: {startTime: \"2020-01-01T00:00:00Z\"}",
            "first: 1, filter: {startTime: \"2020-01-01T00:00:00Z\"}",
            "filter: {windowStates: [OPEN]}",
            ""
        }) {
            assertThat(standings(arguments).list("data", "participant", "standings", "nodes"))
                    .as(arguments)
                    .hasSize(1);
        }
    }

    private static Answer standings(String arguments) {
        String list = arguments.isEmpty() ? "standings" : "standings(" + arguments + ")";
        return client.send(
                "{ participant(ref: {external: {externalId: \"ann\"}}) { " + list + " { nodes { rank } } } }",
                Map.of());
    }
}
