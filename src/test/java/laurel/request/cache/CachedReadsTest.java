package laurel.request.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Queries that use rows from memory return what is stored, whichever node has changed it. */
class CachedReadsTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer changing;
    private static LaurelServer caching;
    private static LaurelServer reading;

    @BeforeAll
    static void start() {
        changing = LaurelServer.start(CLOCK);
        caching = LaurelServer.on(changing.database(), CLOCK);
        reading = LaurelServer.on(changing.database(), CLOCK, Map.of("laurel.cached-rows", 0));
    }

    @AfterAll
    static void stop() {
        reading.close();
        caching.close();
        changing.close();
    }

    private static void create(String board, String rest) {
        change(
                "createLeaderboard",
                "key: \"" + board + "\", windowDefinitions: [{kind: DAILY, retainCount: 1}],"
                        + " groupings: [[], [\"team\"]], " + rest);
    }

    private static void change(String mutation, String input) {
        assertThat(changing.client()
                        .ask("mutation { %s(input: {%s}) { errors { code } } }".formatted(mutation, input))
                        .list("data", mutation, "errors"))
                .isEmpty();
    }

    private static void changeBoard(String mutation, String board, String rest) {
        change(mutation, "leaderboardKey: \"" + board + "\"" + rest);
    }

    private static void submit(String board, String who, int score) {
        changeBoard(
                "submitScore",
                board,
                ", participant: {externalId: \"%s\"}, score: %d, group: {team: \"red\"}".formatted(who, score));
    }

    private static @Nullable Object read(GraphQLClient client, String board) {
        return client.send("""
            { leaderboard(key: "%s") { id name sortOrder archivedAt
                window(select: {relative: {definitionKey: "daily"}}) {
                  id state finalizedAt ranking { id rankForScore(score: "1") } }
                yesterday: ranking(window: {relative: {definitionKey: "daily", offset: 1}}) {
                  id entryCount window { state finalizedAt } standings(first: 10) { nodes { rank score } } }
                ranking(window: {relative: {definitionKey: "daily"}}, group: {team: "red"}) {
                  id entryCount standings(first: 10) { nodes { rank score } } } } }
            """.formatted(board), Map.of()).json();
    }

    /** Reads until all rows are in memory, and again after the change, which must change the result. */
    private static void assertSeen(String board, Runnable change) {
        Object before = read(caching.client(), board);
        assertThat(read(caching.client(), board)).isEqualTo(before);
        change.run();
        assertThat(read(caching.client(), board))
                .isEqualTo(read(reading.client(), board))
                .isNotEqualTo(before);
    }

    private static List<String> statements(LaurelServer node, String query) {
        try (var statements = Statements.of(node.bean(Sql.class), thread -> Stream.of("request-", "batcher")
                .anyMatch(thread.getName()::startsWith))) {
            node.client().ask(query);
            return statements.take().stream().map(Statements.Executed::named).toList();
        }
    }

    @Test
    void runsQueryOfRankAndComparisonOfVersions() {
        create("fast", "name: \"Fast\"");
        submit("fast", "ada", 3);
        String query = """
                { leaderboard(key: "fast") { ranking { standing(participant: {external: {externalId: "ada"}}) { rank } } } }
                """;
        assertThat(statements(caching, query)).hasSize(4);
        assertThat(statements(caching, query))
                .hasSize(2)
                .anyMatch(text -> text.contains("input.version"))
                .anyMatch(text -> text.contains("participant"));
        changeBoard("updateLeaderboard", "fast", ", name: \"Faster\"");
        assertThat(statements(caching, query)).hasSize(6);
        assertThat(statements(caching, query)).hasSize(2);
    }

    @Test
    void forgetsLeaderboardThatWasDeleted() {
        create("gone", "name: \"Gone\"");
        String query = "{ leaderboard(key: \"gone\") { name } }";
        caching.client().ask(query);
        changeBoard("deleteLeaderboard", "gone", "");
        assertThat(statements(caching, query)).hasSize(2);
        assertThat(statements(caching, query)).hasSize(1);
    }

    @Test
    void keepsNoRowsIfLimitIsZero() {
        create("none", "name: \"None\"");
        submit("none", "ada", 3);
        String query = "{ leaderboard(key: \"none\") { ranking { entryCount } } }";
        assertThat(statements(reading, query)).hasSize(4);
        assertThat(statements(reading, query)).hasSize(4);
    }

    @Test
    void readsChangesOfOtherNode() {
        create("arena", "name: \"Arena\"");
        assertSeen("arena", () -> changeBoard("updateLeaderboard", "arena", ", name: \"Colosseum\""));
        assertSeen("arena", () -> changeBoard("updateLeaderboard", "arena", ", sortOrder: ASCENDING"));
        assertSeen("arena", () -> submit("arena", "ada", 3));
        assertSeen("arena", () -> submit("arena", "bob", 2));
        assertSeen("arena", () -> changeBoard("archiveLeaderboard", "arena", ""));
        assertSeen("arena", () -> changeBoard("unarchiveLeaderboard", "arena", ""));
        assertSeen("arena", () -> CLOCK.advance(Duration.ofDays(1)));
        assertSeen("arena", () -> changing.bean(Lifecycle.class).run(CLOCK.instant()));
        assertSeen("arena", () -> submit("arena", "ada", 4));
        assertSeen("arena", () -> changeBoard("deleteLeaderboard", "arena", ""));
        assertSeen("arena", () -> create("arena", "name: \"Next\""));
    }

    @Test
    void readsExpiryOfWindow() {
        create("old", "name: \"Old\"");
        submit("old", "ada", 3);
        List<String> read = new ArrayList<>();
        String window = caching.client()
                .ask("{ leaderboard(key: \"old\") { window { name } } }")
                .text("data", "leaderboard", "window", "name");
        String query = """
                { leaderboard(key: "old") { window(select: {containing: {time: "%s"}}) { state ranking { entryCount } } } }
                """.formatted(CLOCK.instant());
        for (int day = 0; day < 5; day++) {
            Object cached = caching.client().send(query, Map.of()).json();
            assertThat(cached)
                    .as(window)
                    .isEqualTo(reading.client().send(query, Map.of()).json());
            read.add(String.valueOf(cached));
            CLOCK.advance(Duration.ofDays(1));
            submit("old", "ada", day);
            changing.bean(Lifecycle.class).run(CLOCK.instant());
            changing.bean(Housekeeping.class).run(CLOCK.instant());
        }
        assertThat(read.getFirst()).contains("OPEN");
        assertThat(read.getLast()).contains("EXPIRED");
    }

    @Test
    void readsDecimalsWithRanking() {
        create("exact", "name: \"Exact\"");
        String query = "{ leaderboard(key: \"exact\") { ranking { rankForScore(score: \"1.5\") } } }";
        for (int n = 0; n < 2; n++) {
            assertThat(caching.client().send(query, Map.of()).list("errors")).hasSize(1);
        }
        changeBoard("updateLeaderboard", "exact", ", decimals: 1");
        assertThat(caching.client().ask(query).at("data", "leaderboard", "ranking", "rankForScore"))
                .isEqualTo(1);
    }

    @Test
    void hidesLeaderboardThatBecamePrivate() {
        change("updateApp", "appKey: \"default\", anonymousReading: true");
        create("open", "name: \"Open\", visibility: PUBLIC");
        GraphQLClient anonymous = caching.client().withoutKey();
        String query = "{ leaderboard(key: \"open\") { name } }";
        for (int n = 0; n < 2; n++) {
            assertThat(anonymous.send(query, Map.of()).at("data", "leaderboard", "name"))
                    .isEqualTo("Open");
        }
        changeBoard("updateLeaderboard", "open", ", visibility: PRIVATE");
        assertThat(anonymous.send(query, Map.of()).at("data", "leaderboard")).isNull();
    }
}
