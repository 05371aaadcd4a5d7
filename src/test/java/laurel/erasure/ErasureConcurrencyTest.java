package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A participant is erased while scores and events name it, on two nodes. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ErasureConcurrencyTest {
    private static final String SUBMIT =
            "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { receipt { status } errors { code } } }";
    private static final String RECORD =
            "mutation ($input: RecordActivityInput!) { recordActivity(input: $input) { receipt { duplicate } errors { code } } }";
    private static final String BAN =
            "mutation ($input: BanParticipantInput!) { banParticipant(input: $input) { errors { code } } }";
    private static final List<String> BOARDS = List.of("race-a", "race-b", "race-c");
    private static final int WRITERS = 6;
    private static final int EACH = 12;

    private static final String SCORES = """
            SELECT coalesce(sum(to_score(e.sort_key, r.sort_order)), 0)::bigint
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id AND r.group_values = '{}'
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.kind = 'ALL_TIME'
            JOIN participant AS p ON p.id = e.participant_id AND p.app_id = :app
            """;

    /** Rows of an erased participant with something of its name: one for each place. */
    private static final String NAMED = """
            WITH erased AS (SELECT p.* FROM participant AS p WHERE p.app_id = :app AND p.erased_at IS NOT NULL)
            SELECT 'participant' FROM erased AS p WHERE num_nonnulls(p.name, p.pseudonym, p.image_url) > 0 OR p.metadata <> '{}'
            UNION ALL
            SELECT 'entry' FROM entry AS e JOIN erased AS p ON p.id = e.participant_id
            WHERE e.metadata IS NOT NULL OR e.id_key <> id_key(p.entity_type, p.external_id)
            UNION ALL
            SELECT 'submission' FROM score_submission AS s JOIN erased AS p ON p.id = s.participant_id
            WHERE num_nonnulls(s.metadata, s.idempotency_key, s.outcome) > 0
            UNION ALL
            SELECT 'event' FROM activity_event AS e JOIN erased AS p ON p.id = e.actor_id
            UNION ALL
            SELECT 'tally' FROM activity_daily_tally AS t JOIN erased AS p ON p.id = t.participant_id
            UNION ALL
            SELECT 'restriction' FROM participant_restriction AS r JOIN erased AS p ON p.id = r.participant_id
            UNION ALL
            SELECT 'withheld' FROM restriction_entry AS r JOIN erased AS p ON p.id = r.participant_id
            """;

    private static final String OF_ERASED = """
            SELECT count(*) FROM participant AS p WHERE p.app_id = :app AND p.erased_at IS NOT NULL
              AND (EXISTS (SELECT FROM entry AS e WHERE e.participant_id = p.id)
                   OR EXISTS (SELECT FROM score_submission AS s WHERE s.participant_id = p.id))
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private ErasureClient client;

    @BeforeEach
    void start() {
        client = new ErasureClient(server);
        BOARDS.forEach(board -> client.change("createLeaderboard(input: {key: \"" + board
                + "\", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]})"));
        client.change("createStreak(input: {key: \"days\"})");
        server.runJobs();
    }

    private static Map<String, Object> score(String board, int writer, int n) {
        return Map.of(
                "leaderboardKey",
                board,
                "participant",
                Map.of("externalId", "ann", "name", "Ann " + writer, "metadata", Map.of("n", n)),
                "score",
                "1",
                "metadata",
                Map.of("n", n),
                "idempotencyKey",
                writer + "-" + n);
    }

    private static int submit(GraphQLClient node, int writer, int n) {
        return node.sendWithRetries(SUBMIT, Map.of("input", score(BOARDS.get(writer % 3), writer, n)))
                                .at("data", "submitScore", "receipt")
                        == null
                ? 0
                : 1;
    }

    private static int record(GraphQLClient node, int writer, int n) {
        Map<String, Object> input = Map.of(
                "externalId",
                "event-" + writer + "-" + n,
                "eventType",
                "seen",
                "actor",
                Map.of("externalId", "ann", "name", "Ann"));
        assertThat(node.sendWithRetries(RECORD, Map.of("input", input)).at("data", "recordActivity", "receipt"))
                .isNotNull();
        return 0;
    }

    private static int erase(GraphQLClient node, ErasedStandings standings) {
        node.sendWithRetries(ErasureClient.ERASE, Map.of("input", ErasureClient.input("ann", standings)));
        return 0;
    }

    private long count(String sql) {
        return server.database().sql().of(sql).bind("app", server.appId()).one(Long.class);
    }

    /** The first writer erases, the second records events, the others submit. */
    private int race(ErasedStandings standings) {
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), secondNode.client());
            return Together.all(WRITERS, writer -> IntStream.range(0, EACH)
                            .map(n -> {
                                GraphQLClient node = nodes.get((writer + n) % 2);
                                return switch (writer) {
                                    case 0 -> erase(node, standings);
                                    case 1 -> record(node, writer, n);
                                    default -> submit(node, writer, n);
                                };
                            })
                            .sum())
                    .stream()
                    .mapToInt(Integer::intValue)
                    .sum();
        }
    }

    @ParameterizedTest
    @EnumSource
    void neitherLosesScoresNorRestoresNames(ErasedStandings standings) {
        int accepted = race(standings);
        assertThat(accepted).isEqualTo((WRITERS - 2) * EACH);
        server.runJobs();
        assertThat(server.database().sql().of(NAMED).bind("app", server.appId()).list(String.class))
                .isEmpty();
        assertThat(count("SELECT count(*) FROM participant WHERE app_id = :app AND erased_at IS NOT NULL"))
                .isPositive();
        assertThat(count("SELECT count(*) FROM job WHERE app_id = :app AND state <> 'SUCCEEDED'"))
                .isZero();
        if (standings == ErasedStandings.ANONYMOUS) {
            assertThat(count(SCORES)).isEqualTo(accepted);
        } else {
            assertThat(count(OF_ERASED)).isZero();
            assertThat(count(SCORES)).isEqualTo(count("SELECT count(*) FROM score_submission WHERE app_id = :app"));
        }
        checkIndexes();
    }

    private void checkIndexes() {
        assertThat(new laurel.JobClient(server)
                        .result("checkRankings", Map.of())
                        .at("wrongCount"))
                .isEqualTo(0);
    }

    @Test
    void restrictsNoErasedParticipant() {
        for (int n = 0; n < 5; n++) {
            submit(server.client(), 2, n);
            Together.all(2, writer -> {
                if (writer == 0) {
                    return erase(server.client(), ErasedStandings.ANONYMOUS);
                }
                Map<String, Object> scope = Map.of("external", Map.of("externalId", "ann"));
                server.client()
                        .sendWithRetries(BAN, Map.of("input", Map.of("participant", scope, "reason", "about Ann")));
                return 0;
            });
        }
        server.runJobs();
        assertThat(server.database().sql().of(NAMED).bind("app", server.appId()).list(String.class))
                .isEmpty();
    }
}
