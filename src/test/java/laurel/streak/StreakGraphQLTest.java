package laurel.streak;

import static laurel.streak.StreakClient.parts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Sql;
import laurel.database.Statements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreakGraphQLTest {
    /** A Tuesday. */
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");

    private static final LocalDate TODAY = LocalDate.parse("2025-07-15");
    private static final String[] FIGURES = {"current", "best", "startedOn", "lastActiveOn", "activeToday"};

    private static LaurelServer server;
    private static StreakClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOON), Map.of("laurel.limits.streaks", 16, "laurel.limits.forgiven", 3));
        client = new StreakClient(server);
        client.define("key: \"daily\", name: \"Every day\"");
        client.define("key: \"weekly\", unit: WEEK");
        client.define("key: \"own\", days: {basis: PARTICIPANT}");
        client.define("key: \"told\", days: {zone: \"Etc/UTC\"}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aStreakIsWhatItWasDefinedAs() {
        Answer made = client.define("""
                key: "games", eventTypes: ["game.ended", "game.begun", "game.ended"], unit: WEEK, days: {basis: GROUP,
                zone: "Europe/Paris", groupZones: [{group: {region: "na"}, zone: "America/New_York"}]}
                """);
        assertThat(made.json()).isEqualTo(mapOf("games", null));
        // Again, and under another name.
        String again = """
                key: "games", name: "Games", eventTypes: ["game.begun", "game.ended"], unit: WEEK, days: {basis: GROUP,
                zone: "Europe/Paris", groupZones: [{group: {region: "na"}, zone: "America/New_York"}]}
                """;
        assertThat(client.define(again).json()).isEqualTo(mapOf("games", "Games"));
        assertThat(client.define(again.replace("name: \"Games\", ", "")).json()).isEqualTo(mapOf("games", "Games"));
    }

    private static Map<String, Object> mapOf(String key, @Nullable String name) {
        Map<String, Object> streak = new HashMap<>();
        streak.put("key", key);
        streak.put("name", name);
        streak.put("unit", "WEEK");
        streak.put("eventTypes", List.of("game.begun", "game.ended"));
        streak.put("forgiven", List.of());
        Map<String, Object> zone = Map.of("zone", "America/New_York", "group", Map.of("region", "na"));
        streak.put("days", Map.of("basis", "GROUP", "zone", "Europe/Paris", "groupZones", List.of(zone)));
        return streak;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            defineStreak | key: "Daily" | INVALID_KEY | [input, key]
            defineStreak | key: "a", name: " " | INVALID_TEXT | [input, name]
            defineStreak | key: "A", days: {zone: "Mars"} | INVALID_KEY | [input, key]
            defineStreak | key: "a", days: {zone: "Mars"} | INVALID_TIME_ZONE | [input, days, zone]
            defineStreak | key: "a", days: {groupZones: [{group: {}, zone: "UTC"}]} | INVALID_DAY_RULE | [input, days, groupZones]
            defineStreak | key: "a", eventTypes: ["Game"] | INVALID_STREAK | [input, eventTypes]
            defineStreak | key: "daily", unit: WEEK | INVALID_STREAK | [input, key]
            defineStreak | key: "daily", eventTypes: ["a"] | INVALID_STREAK | [input, key]
            defineStreak | key: "daily", days: {zone: "Europe/Paris"} | INVALID_STREAK | [input, key]
            freezeStreak | streak: "none", participant: {externalId: "a"}, from: "2025-07-01" | STREAK_NOT_FOUND | [input, streak]
            freezeStreak | streak: "none", participant: {externalId: ""}, from: "2025-07-01" \
                | INVALID_PARTICIPANT_ID | [input, participant, externalId]
            freezeStreak | streak: "daily", participant: {externalId: "a"}, from: "2025-07-02", through: "2025-07-01" \
                | INVALID_STREAK | [input, through]
            freezeStreak | streak: "daily", participant: {externalId: "a"}, from: "2025-07-01", through: "2025-08-01" \
                | INVALID_STREAK | [input, through]
            unfreezeStreak | streak: "none", participant: {externalId: "a"}, from: "2025-07-01" | STREAK_NOT_FOUND | [input, streak]
            forgiveDays | streak: "none", from: "2025-07-01" | STREAK_NOT_FOUND | [input, streak]
            forgiveDays | streak: "daily", from: "2025-07-01", through: "2025-08-01" | INVALID_STREAK | [input, through]
            unforgiveDays | streak: "none", from: "2025-07-01" | STREAK_NOT_FOUND | [input, streak]
            """)
    void whatCannotBeIsRefused(String mutation, String input, String code, String path) {
        Answer refused = client.change(mutation, input);
        assertThat(parts(refused, "code", "path")).containsExactly(code, path);
        assertThat(server.client()
                        .ask("{ participant(ref: {external: {externalId: \"a\"}}) { id } }")
                        .at("data", "participant"))
                .as("nothing is stored")
                .isNull();
    }

    @Test
    void aRowLastsUntilADayHasPassed() {
        client.active("ann", "daily", TODAY.minusDays(4), TODAY.minusDays(3), TODAY.minusDays(1));
        assertThat(parts(client.streak("ann", "daily"), FIGURES))
                .containsExactly("1", "2", "2025-07-14", "2025-07-14", "false");
        client.active("ann", "daily", TODAY.minusDays(2));
        assertThat(parts(client.streak("ann", "daily"), FIGURES))
                .as("repaired by what came late")
                .containsExactly("4", "4", "2025-07-11", "2025-07-14", "false");
        client.active("ann", "daily", TODAY);
        assertThat(parts(client.streak("ann", "daily"), FIGURES))
                .containsExactly("5", "5", "2025-07-11", "2025-07-15", "true");
        client.active("bob", "daily", TODAY.minusDays(2));
        assertThat(parts(client.streak("bob", "daily"), FIGURES))
                .containsExactly("0", "1", "2025-07-13", "2025-07-13", "false");
        client.id("cid");
        assertThat(parts(client.streak("cid", "daily"), FIGURES)).containsExactly("0", "0", "null", "null", "false");
    }

    @Test
    void weeksAreToldByTheirMondays() {
        client.active("wes", "weekly", TODAY.minusDays(2), TODAY.minusDays(9), TODAY.minusDays(23));
        assertThat(parts(client.streak("wes", "weekly"), FIGURES))
                .containsExactly("2", "2", "2025-06-30", "2025-07-07", "false");
        String freeze = "streak: \"weekly\", participant: {externalId: \"wes\"}, from: \"2025-06-29\"";
        assertThat(parts(client.change("freezeStreak", freeze), "current", "startedOn", "frozen"))
                .containsExactly("3", "2025-06-16", "[2025-06-23]");
    }

    @Test
    void itIsTodayWhereTheParticipantIs() {
        String zone =
                "mutation { saveParticipant(input: {externalId: \"kim\", timeZone: \"Pacific/Kiritimati\"}) { __typename } }";
        client.active("kim", "own", TODAY.minusDays(1));
        assertThat(client.streak("kim", "own").text("current")).isEqualTo("1");
        server.client().ask(zone);
        assertThat(client.streak("kim", "own").text("current"))
                .as("there it is the 16th at two in the morning")
                .isEqualTo("0");
        client.active("kim", "own", TODAY, TODAY.plusDays(1));
        assertThat(parts(client.streak("kim", "own"), FIGURES))
                .containsExactly("3", "3", "2025-07-14", "2025-07-16", "true");
        server.client().ask(zone.replace("Pacific/Kiritimati", "Pacific/Honolulu"));
        assertThat(parts(client.streak("kim", "own"), FIGURES))
                .as("no day before the last active one")
                .containsExactly("3", "3", "2025-07-14", "2025-07-16", "true");
    }

    @Test
    void frozenDaysKeepARowTogetherAndDoNotCount() {
        client.active("fay", "daily", TODAY.minusDays(5), TODAY.minusDays(3), TODAY.minusDays(2));
        String freeze = "streak: \"daily\", participant: {externalId: \"fay\"}, from: \"2025-07-11\"";
        Answer one = client.change("freezeStreak", freeze);
        assertThat(parts(one, "current", "best", "frozen")).containsExactly("0", "3", "[2025-07-11]");
        String more = freeze.replace("2025-07-11", "2025-07-14");
        assertThat(parts(client.change("freezeStreak", more), FIGURES))
                .as("yesterday")
                .containsExactly("3", "3", "2025-07-10", "2025-07-13", "false");
        assertThat(client.change("freezeStreak", more).json())
                .as("again")
                .isEqualTo(client.streak("fay", "daily").json());
        assertThat(client.change("unfreezeStreak", freeze).list("runs", "edges"))
                .extracting(edge -> edge.text("node"))
                .containsExactly(
                        "{startedOn=2025-07-12, lastActiveOn=2025-07-13, length=2}",
                        "{startedOn=2025-07-10, lastActiveOn=2025-07-10, length=1}");
    }

    @Test
    void amnestiesAreForEverybodyWithinTheLimit() {
        for (String who : List.of("one", "two", "three")) {
            client.active(who, "told", TODAY.minusDays(3), TODAY.minusDays(1));
        }
        String days = "streak: \"told\", from: \"2025-07-13\"";
        assertThat(client.change("forgiveDays", days).text("forgiven")).isEqualTo("[2025-07-13]");
        for (String who : List.of("one", "two", "three")) {
            assertThat(client.streak(who, "told").text("current")).isEqualTo("2");
        }
        client.active("four", "told", TODAY.minusDays(3), TODAY.minusDays(1));
        assertThat(client.streak("four", "told").text("current")).isEqualTo("2");
        Answer refused = client.change("unforgiveDays", days);
        assertThat(parts(refused, "code", "message", "path"))
                .containsExactly(
                        "INVALID_STREAK",
                        "More than 3 participants have a streak that this would change.",
                        "[input, from]");
        assertThat(client.streak("four", "told").text("current")).isEqualTo("2");
    }

    @Test
    void noMoreDaysAreFrozenThanTheLimit() {
        for (int month = 0; month < 12; month++) {
            LocalDate from = TODAY.plusDays(31L * month);
            client.change(
                    "freezeStreak",
                    "streak: \"daily\", participant: {externalId: \"max\"}, from: \"" + from + "\", through: \""
                            + from.plusDays(30) + "\"");
        }
        String last =
                "streak: \"daily\", participant: {externalId: \"max\"}, from: \"2024-01-01\", through: \"2024-01-%s\"";
        assertThat(client.change("freezeStreak", last.formatted("29")).text("code"))
                .isEqualTo("INVALID_STREAK");
        assertThat(client.change("freezeStreak", last.formatted("28")).list("frozen"))
                .hasSize(400);
    }

    @Test
    void rowsAreToldInPages() {
        client.active(
                "pat",
                "daily",
                IntStream.range(0, 7).mapToObj(n -> TODAY.minusDays(2L * n)).toArray(LocalDate[]::new));
        String page =
                "{ participant(ref: {external: {externalId: \"pat\"}}) { streak(key: \"daily\") { runs(first: 3%s) {"
                        + " edges { node { startedOn } } pageInfo { hasNextPage endCursor } } } } }";
        Answer first = runs(page.formatted(""));
        assertThat(first.list("edges"))
                .extracting(edge -> edge.text("node", "startedOn"))
                .containsExactly("2025-07-15", "2025-07-13", "2025-07-11");
        Answer second = runs(page.formatted(", after: \"" + first.text("pageInfo", "endCursor") + "\""));
        assertThat(second.list("edges"))
                .extracting(edge -> edge.text("node", "startedOn"))
                .containsExactly("2025-07-09", "2025-07-07", "2025-07-05");
        Answer third = runs(page.formatted(", after: \"" + second.text("pageInfo", "endCursor") + "\""));
        assertThat(third.list("edges")).hasSize(1);
        assertThat(third.at("pageInfo", "hasNextPage")).isEqualTo(false);
    }

    private static Answer runs(String document) {
        return server.client().ask(document).node("data", "participant", "streak", "runs");
    }

    @Test
    void manyParticipantsTakeAsManyStatementsAsOne() {
        assertThat(statements("pa")).isEqualTo(statements("pa", "pb", "pc", "pd"));
    }

    private static int statements(String... who) {
        StringBuilder document = new StringBuilder("{");
        for (String one : who) {
            client.id(one);
            document.append(one + ": participant(ref: {external: {externalId: \"" + one
                    + "\"}}) { streaks { current frozen runs { edges { node { length } } } streak { forgiven } } } ");
        }
        try (var statements = Statements.of(server.bean(Sql.class))) {
            server.client().ask(document + "}");
            return statements.take().size();
        }
    }

    @Test
    void anAppHasNoMoreStreaksThanTheLimit() {
        server.client().ask("mutation { createApp(input: {key: \"full\"}) { __typename } }");
        GraphQLClient full = server.client().in("full");
        String define =
                "mutation { defineStreak(input: {key: \"s%d\"}) { ... on Streak { key } ... on Refusal { code path } } }";
        for (int n = 0; n < 16; n++) {
            assertThat(full.ask(define.formatted(n)).text("data", "defineStreak", "key"))
                    .isEqualTo("s" + n);
        }
        assertThat(parts(full.ask(define.formatted(16)).node("data", "defineStreak"), "code", "path"))
                .containsExactly("INVALID_STREAK", "[input, key]");
        assertThat(full.ask(define.formatted(3)).text("data", "defineStreak", "key"))
                .isEqualTo("s3");
    }
}
