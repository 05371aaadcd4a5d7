package laurel.graphql;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.lifecycle.Lifecycle;
import laurel.request.AppSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An object of every type that implements Node is found by its ID, in the demo, after every operation of {@code
 * graphql/operations} was run.
 */
final class EveryNodeTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    /** SQL that finds an object of a type or an interface: its leaderboard, and its numbers or its key. */
    private static final Map<String, String> ANY = Map.ofEntries(
            entry("ActivityEvent", "SELECT 0 AS board, ARRAY[id] AS numbers FROM activity_event"),
            entry("ApiKey", "SELECT 0 AS board, ARRAY[id] AS numbers FROM apikey"),
            entry("App", "SELECT 0 AS board, ARRAY[]::bigint[] AS numbers FROM app WHERE id = 1"),
            entry("Badge", "SELECT 0 AS board, ARRAY[id] AS numbers FROM badge"),
            entry("BadgeAward", "SELECT 0 AS board, ARRAY[id] AS numbers FROM badge_award"),
            entry("AppEvent", "SELECT 0 AS board, ARRAY[id] AS numbers FROM event"),
            entry("Job", "SELECT 0 AS board, ARRAY[id] AS numbers FROM job"),
            entry("Leaderboard", "SELECT id AS board, ARRAY[id] AS numbers FROM leaderboard"),
            entry("Participant", "SELECT 0 AS board, ARRAY[id] AS numbers FROM participant"),
            entry("ParticipantRestriction", "SELECT 0 AS board, ARRAY[id] AS numbers FROM participant_restriction"),
            entry("ScoreSubmission", "SELECT leaderboard_id AS board, ARRAY[id] AS numbers FROM score_submission"),
            entry("ScoringPolicy", "SELECT 0 AS board, ARRAY[id] AS numbers FROM scoring_policy"),
            entry(
                    "Season",
                    "SELECT id AS board, ARRAY[(seasons -> 0 ->> 'serial')::bigint] AS numbers FROM leaderboard"
                            + " WHERE jsonb_array_length(seasons) > 0"),
            entry("AuditRecord", "SELECT 0 AS board, ARRAY[id] AS numbers FROM audit_record"),
            entry("DeadLetter", "SELECT 0 AS board, ARRAY[id] AS numbers FROM dead_letter"),
            entry("Streak", "SELECT 0 AS board, ARRAY[id] AS numbers FROM streak"),
            entry("AppGroup", "SELECT 0 AS board, ARRAY[id] AS numbers FROM group_value"),
            entry("Webhook", "SELECT 0 AS board, ARRAY[id] AS numbers FROM webhook WHERE deleted_at IS NULL"),
            entry("WebhookDelivery", """
                    SELECT 0 AS board, ARRAY[d.id] AS numbers
                    FROM webhook_delivery AS d JOIN webhook AS w ON w.id = d.webhook_id
                    WHERE w.deleted_at IS NULL
                    """),
            entry(
                    "WindowDefinition",
                    "SELECT id AS board, ARRAY[]::bigint[] AS numbers, window_definitions -> 0 ->> 'key' AS key FROM leaderboard"),
            entry("LeaderboardWindow", "SELECT leaderboard_id AS board, ARRAY[id] AS numbers FROM leaderboard_window"),
            entry("Ranking", """
                    SELECT w.leaderboard_id AS board, ARRAY[CASE k.key WHEN '' THEN r.id ELSE r.window_id END] AS numbers, k.key
                    FROM ranking AS r
                    JOIN leaderboard_window AS w ON w.id = r.window_id
                    CROSS JOIN LATERAL (
                        SELECT coalesce(string_agg(concat_ws(E'\n', g.key, g.value), E'\n'), '') AS key
                        FROM jsonb_each_text(r.group_values) AS g) AS k
                    ORDER BY k.key DESC
                    """),
            entry("Standing", """
                    SELECT w.leaderboard_id AS board, ARRAY[e.ranking_id, e.participant_id] AS numbers
                    FROM entry AS e
                    JOIN ranking AS r ON r.id = e.ranking_id JOIN leaderboard_window AS w ON w.id = r.window_id
                    """),
            entry("FinalRanking", """
                    SELECT w.leaderboard_id AS board, ARRAY[r.id, r.revision] AS numbers
                    FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
                    WHERE r.revision > 0
                    """),
            entry("FinalStanding", """
                    SELECT w.leaderboard_id AS board, ARRAY[f.ranking_id, f.revision, f.participant_id] AS numbers
                    FROM final_standing AS f
                    JOIN ranking AS r ON r.id = f.ranking_id JOIN leaderboard_window AS w ON w.id = r.window_id
                    """));

    private static final String FOUND = """
            SELECT board, numbers::bigint[] AS numbers, coalesce(to_jsonb(found) ->> 'key', '') AS key
            FROM (<any>) AS found
            LIMIT 20
            """;
    private static final String PLACES = """
            fragment Place on Standing { id score rank denseRank position percentRank participant { id } }
            fragment FinalPlace on FinalStanding { id score rank denseRank position percentRank participant { id } }
            """;

    private static LaurelServer server;

    /** The place of an object. */
    @Introspected
    record Place(int board, List<Long> numbers, String key) {}

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.demo", true));
        // The last operations delete a webhook.
        var operations = ProjectFiles.operations();
        operations.values().forEach(server::run);
        operations.forEach((name, operation) -> {
            if (name.contains("create-webhook")) {
                server.run(operation);
            }
        });
        sql().execute("""
                INSERT INTO dead_letter (app_id, stream, entry_id, fields, reason, failed_at)
                VALUES (1, 'scores', '1-1', '{}', 'no score', now())
                """);
        sql().execute("""
                INSERT INTO webhook_delivery (webhook_id, message_uuid, event_type, body, state, created_at, attempt_count,
                                              next_attempt_at)
                SELECT id, gen_random_uuid(), 'PING', '{}', 'PENDING', now(), 0, now() FROM webhook WHERE deleted_at IS NULL
                """);
        server.bean(Lifecycle.class).run(NOW.plus(Duration.ofDays(1)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void findsObjectById() {
        assertThat(types()).hasSizeGreaterThan(10).allSatisfy(EveryNodeTest::assertFound);
    }

    @Test
    void usesConstantNumberOfStatements() {
        assertThat(types()).allSatisfy(type -> {
            List<String> ids = ids(type);
            // From now on, leaderboards, windows and rankings are in memory. Some that change often are read, the
            // others verified.
            statements(ids);
            assertThat(statements(ids))
                    .as(type)
                    .isBetween(statements(ids.subList(0, 1)), statements(ids.subList(0, 1)) + 1);
        });
    }

    @Test
    void givesSameIdsOnEveryNode() {
        try (LaurelServer other = server.secondNode(new TickingClock(NOW))) {
            assertThat(types()).allSatisfy(type -> assertThat(ids(type))
                    .allSatisfy(id -> assertThat(other.read(id)).isEqualTo(server.read(id))));
        }
    }

    @Test
    void findsStandingsWithRanks() {
        String ranking = ids("FinalRanking").stream()
                .map(server::read)
                .map(id -> server.id("Ranking", id.board(), id.number()))
                .findFirst()
                .orElseThrow();
        Answer listed = server.client().ask("""
                query ($id: ID!) { node(id: $id) { ... on Ranking {
                  standings(first: 9) { nodes { ...Place } }
                  finalRanking { id revision standings(first: 9) { nodes { ...FinalPlace } } } } } }
                """ + PLACES, Map.of("id", ranking)).node("data", "node");
        assertFoundByIds(listed.list("standings", "nodes"));
        assertFoundByIds(listed.list("finalRanking", "standings", "nodes"));
        assertFoundByIds(List.of(listed.node("finalRanking")));
    }

    private static void assertFoundByIds(List<Answer> listed) {
        List<String> ids = listed.stream().map(one -> one.text("id")).toList();
        Answer found = server.client().ask("""
                query ($ids: [ID!]!) { nodes(ids: $ids) {
                  ...Place ...FinalPlace ... on FinalRanking { id revision standings(first: 9) { nodes { ...FinalPlace } } } } }
                """ + PLACES, Map.of("ids", ids));
        assertThat(found.list("data", "nodes")).isNotEmpty().isEqualTo(listed);
    }

    private static void assertFound(String type) {
        List<String> ids = ids(type);
        Answer found = nodes(ids);
        assertThat(found.list("data", "nodes").stream().map(node -> node == null ? null : node.at("id")))
                .as(type)
                .isEqualTo(ids);
        String name = found.text("data", "nodes", 0, "__typename");
        var object = (GraphQLObjectType) requireNonNull(schema().getType(name));
        assertThat(Stream.concat(Stream.of(object), object.getInterfaces().stream())
                        .map(one -> ((GraphQLNamedType) one).getName()))
                .contains(type);
    }

    /** Some IDs of a type. */
    private static List<String> ids(String type) {
        String any = requireNonNull(ANY.get(type), () -> "Where is an object of the type " + type + " found?");
        List<String> ids = sql().of(FOUND.replace("<any>", any)).list(Place.class).stream()
                .map(at -> new NodeId(type, AppSource.DEFAULT_APP, at.board, at.numbers, at.key))
                .map(server.bean(NodeIds.class)::text)
                .toList();
        assertThat(ids).as(type).isNotEmpty();
        return ids;
    }

    private static int statements(List<String> ids) {
        try (var statements = Statements.of(sql())) {
            nodes(ids);
            return statements.take().size();
        }
    }

    private static Answer nodes(List<String> ids) {
        return server.client().ask("query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }", Map.of("ids", ids));
    }

    /** Types that implement Node; if types share IDs, their interface. */
    private static Set<String> types() {
        var node = (GraphQLInterfaceType) requireNonNull(schema().getType("Node"));
        return schema().getImplementations(node).stream()
                .map(type -> type.getInterfaces().stream()
                        .map(GraphQLNamedType::getName)
                        .filter(ANY::containsKey)
                        .findFirst()
                        .orElse(type.getName()))
                .collect(toSet());
    }

    private static GraphQLSchema schema() {
        return server.bean(GraphQLSchema.class);
    }

    private static Sql sql() {
        return server.bean(Sql.class);
    }
}
