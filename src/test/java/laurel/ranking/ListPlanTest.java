package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of a list is read in the order of the index by key, for lists of any length. */
class ListPlanTest {
    private static final String APPS = """
            INSERT INTO app (key, name, created_at)
            SELECT 'app-' || md5(n::text), 'App', '2025-01-01' FROM generate_series(1, 3000) AS n
            """;
    private static final String PARTICIPANTS = """
            INSERT INTO participant (app_id, entity_type, external_id, created_at)
            SELECT 1, 'ACCOUNT', md5(n::text), '2025-01-01' FROM generate_series(1, 3000) AS n
            """;
    /** A position by key, or both ends of a range of participants. */
    private static final Pattern CONDITION = Pattern.compile("key > input\\.after"
            + "|attribute = input\\.attribute\\) AND \\(value > input\\.after\\) AND \\(value >= input\\.prefix"
            + "|\\(ROW\\(entity_type, external_id\\) >= ROW\\(COALESCE\\(input\\.after_type, input\\.first_type\\), "
            + "COALESCE\\(.*, input\\.first_id\\)\\)\\)"
            + " AND \\(ROW\\(entity_type, external_id\\) <= ROW\\(input\\.last_type, input\\.last_id\\)\\)");

    private static final String BOARDS = """
            INSERT INTO leaderboard OVERRIDING SYSTEM VALUE
            SELECT (jsonb_populate_record(l, jsonb_build_object('id', l.id + n, 'key', 'board-' || md5(n::text)))).*
            FROM leaderboard AS l, generate_series(1, 3000) AS n
            """;

    /** As many groups of an attribute as an app may have, beside those of another attribute and of another app. */
    private static final String GROUPS = """
            INSERT INTO group_value (app_id, attribute, value, created_at)
            SELECT a.app_id, a.attribute, md5(n::text), '2025-01-01'
            FROM (VALUES (1, 'campus'), (1, 'house'), (2, 'campus')) AS a (app_id, attribute), generate_series(1, 10000) AS n
            """;

    /** One event of the first leaderboard and one of a rare type are the last of thousands. */
    private static final String EVENTS = """
            INSERT INTO event (app_id, event_type, leaderboard_id, occurred_at)
            SELECT 1, CASE WHEN n > 3000 THEN 'SEASON_ENDED' ELSE 'SEASON_STARTED' END,
                   CASE WHEN n > 3000 THEN first.id ELSE (SELECT max(id) FROM leaderboard) END, '2025-01-01'
            FROM generate_series(1, 3001) AS n, (SELECT min(id) AS id FROM leaderboard) AS first
            """;

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        server.client().ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { id } } }");
        server.database().sql().useConnected(() -> {
            server.database().sql().execute(APPS);
            server.database().sql().execute(BOARDS);
            server.database().sql().execute(PARTICIPANTS);
            server.database().sql().execute(GROUPS);
            server.database().sql().execute(EVENTS);
            server.database().sql().execute("ANALYZE");
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaderboards(first: 3) | leaderboard_app_id_key_key
            leaderboards(first: 3, filter: {keyPrefix: "board-a"}) | leaderboard_app_id_key_key
            leaderboards(first: 1000, filter: {nameContains: "BOARD"}) | leaderboard_app_id_key_key
            apps(first: 3) | app_key_key
            participants(first: 3) | participant_app_id_entity_type_external_id_key
            participants(first: 3, filter: {entityType: "ACCOUNT"}) | participant_app_id_entity_type_external_id_key
            participants(filter: {entityType: "A", externalIdPrefix: "a"}) | participant_app_id_entity_type_external_id_key
            groups(attribute: "campus", first: 3) | group_value_app_id_attribute_value_key
            groups(attribute: "campus", first: 1000) | group_value_app_id_attribute_value_key
            groups(attribute: "campus", filter: {valuePrefix: "a"}) | group_value_app_id_attribute_value_key
            """)
    void readsPageInIndexOrder(String list, String index) {
        Sql service = server.bean(Sql.class);
        Statements.Executed statement = statement(list);
        for (Plan plan : Stream.of(Plan.custom(service, statement), Plan.generic(service, statement))
                .toList()) {
            // Only the items of the page are sorted.
            assertThat(plan.nodes().stream().filter(node -> "Sort".equals(node.get("Node Type"))))
                    .as(plan.sql())
                    .hasSizeLessThan(2);
            assertThat(plan.nodes())
                    .as(plan.sql())
                    .filteredOn(node -> index.equals(node.get("Index Name")))
                    .singleElement()
                    .satisfies(node ->
                            assertThat(String.valueOf(node.get("Index Cond"))).containsPattern(CONDITION));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaderboardKeys: [\"board\"]",
                "eventTypes: [SEASON_ENDED]",
                "leaderboardKeys: [\"board\"], eventTypes: [SEASON_ENDED]"
            })
    void readsNoEventsThatFilterExcludes(String filter) {
        Plan plan = Plan.executed(server.bean(Sql.class), statement("events(filter: {" + filter + "})"));
        assertThat(plan.nodes())
                .as(plan.sql())
                .filteredOn(node -> "event".equals(node.get("Relation Name")))
                .filteredOn(node -> number(node, "Actual Loops") > 0)
                .singleElement()
                .satisfies(node ->
                        assertThat(number(node, "Rows Removed by Filter")).isZero())
                .satisfies(node -> assertThat(number(node, "Actual Rows")).isEqualTo(1));
    }

    private static double number(Map<?, ?> node, String name) {
        return node.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    private static Statements.Executed statement(String list) {
        try (var recorded = Statements.of(server.bean(Sql.class))) {
            assertThat(server.client()
                            .ask("{ " + list + " { edges { node { id } } } }")
                            .at("errors"))
                    .isNull();
            List<Statements.Executed> statements = recorded.take();
            assertThat(statements).hasSize(1);
            return statements.getFirst();
        }
    }
}
