package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All queries use an index in the partitions that contain their entries, for any number of partitions. */
class QueryPlanTest {
    private static final Instant START = Instant.parse("2025-06-01T12:00:00Z");
    private static final int DAYS = 45;
    private static final int ENTRIES = 2_000;
    private static final Pattern ENTRIES_NAMED = Pattern.compile("\\bentry(_\\d+)?\\b");
    private static final Pattern LEDGER_NAMED = Pattern.compile("\\bscore_submission\\b");
    /** Other rankings in the same partition. */
    private static final String NEIGHBOURS = """
            INSERT INTO entry
            SELECT ranking_id + n * 1000000, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, NULL,
                   id_key
            FROM entry, generate_series(1, 9) AS n
            """;

    /** Participants in each window, too many for a sequential scan. */
    private static final String GROUPS = """
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT slice_id::bigint << 40 | nextval('ranking_number'), app_id, leaderboard_id, id, 'DESCENDING',
                   jsonb_build_object('region', n)
            FROM leaderboard_window, generate_series(1, 500) AS n WHERE kind = 'DAILY'
            """;

    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) {
              acceptedCount results { receipt { changes { previousRank rank } } } } }
            """;

    private static TickingClock clock;
    private static LaurelServer server;
    private static GraphQLClient client;
    private static Sql sql;

    @BeforeAll
    static void start() {
        clock = new TickingClock(START);
        server = LaurelServer.start(clock);
        client = server.client();
        sql = server.database().sql();
        client.ask("""
                mutation { createLeaderboard(input: {key: "plans", windowDefinitions: [{kind: DAILY}, {kind: HOURLY},
                  {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}, {kind: ALL_TIME}]}) { leaderboard { id } } }
                """).text("data", "createLeaderboard", "leaderboard", "id");
        for (int day = 0; day < DAYS; day++) {
            server.bean(WindowOpener.class).openAhead(clock.instant());
            if (day == DAYS - 1) {
                submit(IntStream.range(0, ENTRIES / 2));
            }
            clock.advance(Duration.ofDays(1));
        }
        submit(IntStream.range(0, ENTRIES / 2));
        submit(IntStream.range(ENTRIES / 2, ENTRIES));
        sql.execute(NEIGHBOURS);
        sql.execute("VACUUM ANALYZE");
        // PostgreSQL has statistics of yesterday's entries, and none of today's.
        clock.advance(Duration.ofDays(1));
        submit(IntStream.range(0, ENTRIES / 2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void createsManyPartitions() {
        assertThat(strings("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'entry'::regclass"))
                .hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            entryCount | entry_order entry_pkey
            standings { edges { node { rank denseRank position } } } | entry_order
            standings { edges { node { percentRank score } } } | entry_order entry_pkey
            standings(order: WORST_FIRST) { edges { node { rank denseRank position } } } | entry_order
            standings(first: 9, after: "CURSOR") { edges { node { rank denseRank position } } } | entry_order
            standings(last: 9, before: "CURSOR") { edges { node { rank denseRank position } } } | entry_order
            standing(participant: {external: {externalId: "who-777"}}) { rank denseRank position } | entry_order entry_pkey
            around(participant: {external: {externalId: "who-77"}}, fill: true) { nodes { rank position } } | entry_order entry_pkey
            standings(filter: {scoreAbove: 9, rankAtLeast: 99}) { nodes { rank ranking { entryCount } } } | entry_order entry_pkey
            standings(fromPosition: 99) { edges { node { position gapToNext } } } | entry_order
            standings(order: WORST_FIRST, fromPosition: 99, filter: {rankAtMost: 50}) { edges { node { rank } } } | entry_order
            standingCount(filter: {scoreAtLeast: 9, scoreBelow: 99, rankAtMost: 99}) | entry_order
            rankForScore(score: 55) | entry_order
            standingAt(place: {position: 99}) { rank denseRank gapToNext } | entry_order entry_pkey
            standingAt(place: {percentile: 99}) { rank denseRank gapToNext } | entry_order entry_pkey
            standingsOf(participants: [{external: {externalId: "who-777"}}, {external: {externalId: "who-3"}}]) \
                { standing { rank } } | entry_order entry_pkey
            """)
    void readsOnePartition(String field, String indexes) {
        for (int back = 0; back < 2; back++) {
            int day = back;
            String middle = ranking(day, "standings(first: 500) { pageInfo { endCursor } }")
                    .text("standings", "pageInfo", "endCursor");
            Set<String> partition = partitions("kind = 'DAILY'", clock.instant().minus(Duration.ofDays(day)));
            assertThat(partition).hasSize(1);
            check(() -> ranking(day, field.replace("CURSOR", middle)), partition, indexes);
        }
    }

    @Test
    void looksUpParticipantInEachPartition() {
        Runnable request = () -> client.ask("""
                { participant(ref: {external: {externalId: "who-777"}}) { standings { edges { node { rank position } } } } }
                """);
        Set<String> partitions = new TreeSet<>(strings("""
                SELECT 'entry_' || id FROM window_slice
                WHERE name LIKE 'ever%%' OR name IN ('year-2025', 'month-2025-06', 'month-2025-07')
                   OR name BETWEEN 'day-%s' AND 'day-%s'
                """.formatted(day(2), day(0))));
        checkParticipantStandings(request, partitions);
    }

    /** One statement looks up the participant in all partitions, another reads the standings that it has found. */
    private static void checkParticipantStandings(Runnable request, Set<String> partitions) {
        List<Plan> plans = plans(request, ENTRIES_NAMED);
        assertThat(plans).hasSize(4).allSatisfy(plan -> {
            assertThat(plan.entryTables()).as(plan.sql()).isSubsetOf(partitions);
            assertThat(plan.sequentialScans()).as(plan.sql()).isEmpty();
            assertThat(plan.entryIndexes().stream().map(QueryPlanTest::parent))
                    .as(plan.sql())
                    .isSubsetOf("entry_order", "entry_pkey");
        });
        assertThat(plans.getFirst().entryTables()).isEqualTo(partitions);
    }

    private static String day(int back) {
        return clock.instant().minus(Duration.ofDays(back)).toString().substring(0, 10);
    }

    /** The number of groups of other groupings does not matter. */
    @Test
    void readsGroupsOfAGroupingAsOneIndexRange() {
        sql.useConnected(() -> {
            sql.execute(GROUPS);
            sql.execute("ANALYZE ranking");
        });
        Runnable request = () -> client.ask("""
                { leaderboard(key: "plans") { window { rankings(grouping: []) { edges { cursor } } } } }
                """).text("data", "leaderboard", "window", "rankings", "edges");
        assertThat(plans(request, Pattern.compile("input.shape"))).hasSize(2).allSatisfy(plan -> assertThat(
                        plan.nodes())
                .extracting(node -> String.valueOf(node.get("Index Cond")))
                .anyMatch(condition -> condition.contains("group_values > ") && condition.contains("group_values < ")));
    }

    @Test
    void writesOnlyPartitionsOfWindowsOfSubmission() {
        Set<String> partitions = partitionsOf("plans");
        assertThat(partitions)
                .as("hourly and daily windows share a partition, monthly and yearly ones too")
                .hasSize(4);
        check(() -> submit(IntStream.of(1)), partitions, "entry_order entry_pkey");
        check(() -> submit(IntStream.range(ENTRIES - 50, ENTRIES + 50)), partitions, "entry_order entry_pkey");
    }

    @Test
    void findsMovedEntryByParticipant() {
        createLeaderboardWithGroups();
        check(() -> submit("moves", "na", IntStream.of(5)), partitionsOf("moves"), "entry_order entry_pkey");
    }

    @Test
    void readsSubmissionsOfOneParticipantForARemoval() {
        createLeaderboardWithGroups();
        String id = standing("submission { id }").text("submission", "id");
        Runnable remove = () -> client.ask(
                "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) {" + " changes { rank } } }",
                Map.of("id", id));
        check(remove, partitionsOf("moves"), "entry_order entry_pkey");
    }

    @Test
    void findsSubmissionsOfAStandingByParticipant() {
        createLeaderboardWithGroups();
        List<Plan> plans = plans(() -> standing("submissions { edges { node { score } } }"), LEDGER_NAMED);
        assertThat(plans).isNotEmpty().allSatisfy(plan -> assertThat(plan.sequentialScans())
                .as(plan.sql())
                .isEmpty());
    }

    /** A leaderboard with groups and entries. */
    private static void createLeaderboardWithGroups() {
        client.ask("""
                mutation { createLeaderboard(input: {key: "moves", groupings: [[], ["region"]],
                  windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]}) { __typename } }
                """);
        submit("moves", "eu", IntStream.range(0, 9));
    }

    private static Answer standing(String field) {
        return client.ask("{ leaderboard(key: \"moves\") { window { ranking {"
                        + " standing(participant: {external: {externalId: \"who-7\"}}) { " + field + " } } } } }")
                .node("data", "leaderboard", "window", "ranking", "standing");
    }

    private static Set<String> partitionsOf(String board) {
        return partitions("leaderboard_id = (SELECT id FROM leaderboard WHERE key = '" + board + "')", clock.instant());
    }

    /** Sends a request, and checks the plans of all statements that access entries. */
    private static void check(Runnable request, Set<String> partitions, String indexes) {
        assertThat(plans(request, ENTRIES_NAMED)).isNotEmpty().allSatisfy(plan -> {
            assertThat(plan.entryTables()).as(plan.sql()).isEqualTo(partitions);
            assertThat(plan.sequentialScans()).as(plan.sql()).isEmpty();
            assertThat(plan.entryIndexes().stream().map(QueryPlanTest::parent))
                    .as(plan.sql())
                    .isSubsetOf(indexes.split(" "));
        });
    }

    /** Sends a request, and returns the custom and generic plans of all statements that access the tables. */
    private static List<Plan> plans(Runnable request, Pattern tables) {
        List<Statements.Executed> statements;
        Sql service = server.bean(Sql.class);
        try (var recorded = Statements.of(service)) {
            request.run();
            statements = recorded.take();
        }
        return statements.stream()
                .filter(statement ->
                        tables.matcher(statement.named().replaceAll("--.*", "")).find())
                .flatMap(statement -> Stream.of(Plan.custom(service, statement), Plan.generic(service, statement)))
                .toList();
    }

    /** Returns the partitions of the windows that contain an instant. */
    private static Set<String> partitions(String kinds, Instant at) {
        String contains = "coalesce(starts_at <= '%1$s' AND ends_at > '%1$s', TRUE)".formatted(at);
        return new TreeSet<>(
                strings("SELECT 'entry_' || slice_id FROM leaderboard_window WHERE " + contains + " AND " + kinds));
    }

    /** Returns the index of the partitioned table to which the index of a partition belongs. */
    private static String parent(String index) {
        return strings("SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = '" + index + "'::regclass")
                .getFirst();
    }

    private static List<String> strings(String query) {
        return sql.of(query).list(String.class);
    }

    private static Answer ranking(int back, String field) {
        return client.ask(
                        "{ leaderboard(key: \"plans\") { window(select: {relative: {definitionKey: \"daily\", offset: "
                                + back + "}}) { ranking { " + field + " } } } }")
                .node("data", "leaderboard", "window", "ranking");
    }

    private static void submit(IntStream participants) {
        submit("plans", "", participants);
    }

    /** @param region empty for no group */
    private static void submit(String board, String region, IntStream participants) {
        var group = region.isEmpty() ? Map.of() : Map.of("region", region);
        List<Map<String, Object>> input = participants
                .<Map<String, Object>>mapToObj(n ->
                        Map.of("leaderboardKey", board, "participant", participant(n), "score", n / 3, "group", group))
                .toList();
        assertThat(client.ask(SUBMIT, Map.of("input", input)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(input.size());
    }

    private static Map<String, String> participant(int n) {
        return Map.of("externalId", "who-" + n);
    }
}
