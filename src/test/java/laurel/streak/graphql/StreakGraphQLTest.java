package laurel.streak.graphql;

import static laurel.streak.StreakClient.fields;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.streak.StreakClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Participants' streaks: lengths, runs, freezes and amnesties. */
class StreakGraphQLTest {
    /** A Tuesday. */
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");

    private static final LocalDate TODAY = LocalDate.parse("2025-07-15");
    private static final String[] LENGTHS_AND_DATES = {
        "currentLength", "longestLength", "startDate", "lastActiveDate", "activeToday"
    };

    private static LaurelServer server;
    private static StreakClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON), Map.of("laurel.limits.amnesty-participants", 3));
        client = new StreakClient(server);
        client.create("key: \"daily\", name: \"Every day\"");
        client.create("key: \"weekly\", period: WEEK");
        client.create("key: \"own\", dayRule: {kind: PARTICIPANT}");
        client.create("key: \"amnesty\", dayRule: {timeZone: \"Etc/UTC\"}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void createsStreakAsGiven() {
        Answer created = client.create("""
                key: "games", eventTypes: ["game.ended", "game.begun", "game.ended"], period: WEEK, dayRule: {kind: GROUP,
                timeZone: "Europe/Paris",
                groupTimeZones: [{group: {region: "na"}, timeZone: "America/New_York"}]}
                """);
        assertThat(created.json()).isEqualTo(mapOf("games", null, 1));
        assertThat(client.change("updateStreak", "streakKey: \"games\", name: \"Games\"")
                        .json())
                .isEqualTo(mapOf("games", "Games", 2));
    }

    private static Map<String, Object> mapOf(String key, @Nullable String name, int version) {
        Map<String, Object> streak = new HashMap<>();
        streak.put("key", key);
        streak.put("name", name);
        streak.put("period", "WEEK");
        streak.put("eventTypes", List.of("game.begun", "game.ended"));
        streak.put("amnestyDates", List.of());
        Map<String, Object> groupTimeZone = Map.of("timeZone", "America/New_York", "group", Map.of("region", "na"));
        streak.put(
                "dayRule",
                Map.of("kind", "GROUP", "timeZone", "Europe/Paris", "groupTimeZones", List.of(groupTimeZone)));
        streak.put("state", "ACTIVE");
        streak.put("version", version);
        streak.put("archivedAt", null);
        return streak;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            createStreak | key: "Daily" | INVALID_KEY | [input, key]
            createStreak | key: "a", name: " " | INVALID_TEXT | [input, name]
            createStreak | key: "A", dayRule: {timeZone: "Mars"} | INVALID_KEY | [input, key]
            createStreak | key: "a", dayRule: {timeZone: "Mars"} | INVALID_TIME_ZONE | [input, dayRule, timeZone]
            createStreak | key: "a", dayRule: {groupTimeZones: [{group: {}, timeZone: "UTC"}]} \
                | FIELD_NOT_ALLOWED | [input, dayRule, groupTimeZones]
            createStreak | key: "a", eventTypes: [] | LIST_EMPTY | [input, eventTypes]
            createStreak | key: "a", eventTypes: ["Game"] | INVALID_EVENT_TYPE | [input, eventTypes]
            createStreak | key: "daily", period: WEEK | KEY_TAKEN | [input, key]
            createStreak | key: "daily", eventTypes: ["a"] | KEY_TAKEN | [input, key]
            createStreak | key: "daily", dayRule: {timeZone: "Europe/Paris"} | KEY_TAKEN | [input, key]
            freezeStreak | streakKey: "none", participant: {externalId: "a"}, startDate: "2025-07-01" \
                | STREAK_NOT_FOUND | [input, streakKey]
            freezeStreak | streakKey: "none", participant: {externalId: ""}, startDate: "2025-07-01" \
                | INVALID_EXTERNAL_ID | [input, participant, externalId]
            freezeStreak | streakKey: "daily", participant: {externalId: "a"}, startDate: "2025-07-02", endDate: "2025-07-01" \
                | INVALID_DATE_RANGE | [input, endDate]
            freezeStreak | streakKey: "daily", participant: {externalId: "a"}, startDate: "2025-07-01", endDate: "2025-08-01" \
                | TOO_MANY_DAYS | [input, endDate]
            unfreezeStreak | streakKey: "none", participant: {externalId: "a"}, startDate: "2025-07-01" \
                | STREAK_NOT_FOUND | [input, streakKey]
            grantStreakAmnesty | streakKey: "none", startDate: "2025-07-01" \
                | STREAK_NOT_FOUND | [input, streakKey]
            grantStreakAmnesty | streakKey: "daily", startDate: "2025-07-01", endDate: "2025-08-01" \
                | TOO_MANY_DAYS | [input, endDate]
            revokeStreakAmnesty | streakKey: "none", startDate: "2025-07-01" \
                | STREAK_NOT_FOUND | [input, streakKey]
            """)
    void rejectsInvalidInputAndStoresNothing(String mutation, String input, String code, String path) {
        Answer rejected = client.change(mutation, input);
        assertThat(fields(rejected, "code", "path")).containsExactly(code, path);
        assertThat(server.client()
                        .ask("{ participant(ref: {external: {externalId: \"a\"}}) { id } }")
                        .at("data", "participant"))
                .as("nothing is stored")
                .isNull();
    }

    @Test
    void breaksStreakAfterDayWithoutActivity() {
        client.recordActivity("ann", "daily", TODAY.minusDays(4), TODAY.minusDays(3), TODAY.minusDays(1));
        assertThat(fields(client.streak("ann", "daily"), LENGTHS_AND_DATES))
                .containsExactly("1", "2", "2025-07-14", "2025-07-14", "false");
        client.recordActivity("ann", "daily", TODAY.minusDays(2));
        assertThat(fields(client.streak("ann", "daily"), LENGTHS_AND_DATES))
                .as("a late day closes the gap")
                .containsExactly("4", "4", "2025-07-11", "2025-07-14", "false");
        client.recordActivity("ann", "daily", TODAY);
        assertThat(fields(client.streak("ann", "daily"), LENGTHS_AND_DATES))
                .containsExactly("5", "5", "2025-07-11", "2025-07-15", "true");
        client.recordActivity("bob", "daily", TODAY.minusDays(2));
        assertThat(fields(client.streak("bob", "daily"), LENGTHS_AND_DATES))
                .containsExactly("0", "1", "2025-07-13", "2025-07-13", "false");
        client.id("cid");
        assertThat(fields(client.streak("cid", "daily"), LENGTHS_AND_DATES))
                .containsExactly("0", "0", "null", "null", "false");
    }

    @Test
    void returnsMondaysAsDatesOfWeeks() {
        client.recordActivity("wes", "weekly", TODAY.minusDays(2), TODAY.minusDays(9), TODAY.minusDays(23));
        assertThat(fields(client.streak("wes", "weekly"), LENGTHS_AND_DATES))
                .containsExactly("2", "2", "2025-06-30", "2025-07-07", "false");
        assertThat(fields(
                        client.change(
                                "freezeStreak",
                                "streakKey: \"weekly\", participant: {externalId: \"wes\"}, startDate: \"2025-06-29\""),
                        "currentLength",
                        "startDate",
                        "frozenDates"))
                .containsExactly("3", "2025-06-16", "[2025-06-23]");
    }

    @Test
    void usesCurrentDayOfParticipantsTimeZone() {
        String setTimeZone = "mutation { updateParticipant(input: {participant: {external: {externalId: \"kim\"}},"
                + " timeZone: \"Pacific/Kiritimati\"}) { __typename } }";
        client.recordActivity("kim", "own", TODAY.minusDays(1));
        assertThat(client.streak("kim", "own").text("currentLength")).isEqualTo("1");
        server.client().ask(setTimeZone);
        assertThat(client.streak("kim", "own").text("currentLength"))
                .as("in Kiritimati it is 02:00 on the 16th")
                .isEqualTo("0");
        client.recordActivity("kim", "own", TODAY, TODAY.plusDays(1));
        assertThat(fields(client.streak("kim", "own"), LENGTHS_AND_DATES))
                .containsExactly("3", "3", "2025-07-14", "2025-07-16", "true");
        server.client().ask(setTimeZone.replace("Pacific/Kiritimati", "Pacific/Honolulu"));
        assertThat(fields(client.streak("kim", "own"), LENGTHS_AND_DATES))
                .as("the current day is not before the last active one")
                .containsExactly("3", "3", "2025-07-14", "2025-07-16", "true");
    }

    @Test
    void bridgesFrozenDaysWithoutCountingThem() {
        client.recordActivity("fay", "daily", TODAY.minusDays(5), TODAY.minusDays(3), TODAY.minusDays(2));
        String freeze = "streakKey: \"daily\", participant: {externalId: \"fay\"}, startDate: \"2025-07-11\"";
        Answer one = client.change("freezeStreak", freeze);
        assertThat(fields(one, "currentLength", "longestLength", "frozenDates"))
                .containsExactly("0", "3", "[2025-07-11]");
        String more = freeze.replace("2025-07-11", "2025-07-14");
        assertThat(fields(client.change("freezeStreak", more), LENGTHS_AND_DATES))
                .as("yesterday is frozen")
                .containsExactly("3", "3", "2025-07-10", "2025-07-13", "false");
        assertThat(client.change("freezeStreak", more).json())
                .as("frozen again")
                .isEqualTo(client.streak("fay", "daily").json());
        assertThat(client.change("unfreezeStreak", freeze).list("runs", "nodes"))
                .extracting(run -> run.text())
                .containsExactly(
                        "{startDate=2025-07-12, endDate=2025-07-13, length=2}",
                        "{startDate=2025-07-10, endDate=2025-07-10, length=1}");
    }

    @Test
    void grantsAmnestyToAllParticipantsUpToLimit() {
        for (String participant : List.of("one", "two", "three")) {
            client.recordActivity(participant, "amnesty", TODAY.minusDays(3), TODAY.minusDays(1));
        }
        String days = "streakKey: \"amnesty\", startDate: \"2025-07-13\"";
        assertThat(client.change("grantStreakAmnesty", days).text("amnestyDates"))
                .isEqualTo("[2025-07-13]");
        for (String participant : List.of("one", "two", "three")) {
            assertThat(client.streak(participant, "amnesty").text("currentLength"))
                    .isEqualTo("2");
        }
        client.recordActivity("four", "amnesty", TODAY.minusDays(3), TODAY.minusDays(1));
        assertThat(client.streak("four", "amnesty").text("currentLength")).isEqualTo("2");
        Answer rejected = client.change("revokeStreakAmnesty", days);
        assertThat(fields(rejected, "code", "message", "path"))
                .containsExactly(
                        "TOO_MANY_PARTICIPANTS",
                        "The streaks of more than 3 participants would change; at most 3 are allowed.",
                        "[input, startDate]");
        assertThat(client.streak("four", "amnesty").text("currentLength")).isEqualTo("2");
    }

    @Test
    void rejectsFrozenDaysAboveLimit() {
        for (int month = 0; month < 12; month++) {
            LocalDate from = TODAY.plusDays(31L * month);
            client.change(
                    "freezeStreak",
                    "streakKey: \"daily\", participant: {externalId: \"max\"}, startDate: \"" + from + "\", endDate: \""
                            + from.plusDays(30) + "\"");
        }
        String last =
                "streakKey: \"daily\", participant: {externalId: \"max\"}, startDate: \"2024-01-01\", endDate: \"2024-01-%s\"";
        assertThat(client.change("freezeStreak", last.formatted("29")).text("code"))
                .isEqualTo("LIMIT_REACHED");
        assertThat(client.change("freezeStreak", last.formatted("28")).list("frozenDates"))
                .hasSize(400);
    }

    @Test
    void returnsRunsInPages() {
        client.recordActivity(
                "pat",
                "daily",
                IntStream.range(0, 7).mapToObj(n -> TODAY.minusDays(2L * n)).toArray(LocalDate[]::new));
        String page =
                "{ participant(ref: {external: {externalId: \"pat\"}}) { streak(key: \"daily\") { runs(first: 3%s) {"
                        + " edges { node { startDate } } pageInfo { hasNextPage endCursor } } } } }";
        Answer first = runs(page.formatted(""));
        assertThat(first.list("edges"))
                .extracting(edge -> edge.text("node", "startDate"))
                .containsExactly("2025-07-15", "2025-07-13", "2025-07-11");
        Answer second = runs(page.formatted(", after: \"" + first.text("pageInfo", "endCursor") + "\""));
        assertThat(second.list("edges"))
                .extracting(edge -> edge.text("node", "startDate"))
                .containsExactly("2025-07-09", "2025-07-07", "2025-07-05");
        Answer third = runs(page.formatted(", after: \"" + second.text("pageInfo", "endCursor") + "\""));
        assertThat(third.list("edges")).hasSize(1);
        assertThat(third.at("pageInfo", "hasNextPage")).isEqualTo(false);
    }

    private static Answer runs(String document) {
        return server.client().ask(document).node("data", "participant", "streak", "runs");
    }

    @Test
    void readsManyParticipantsWithStatementsOfOne() {
        assertThat(statements("pa")).isEqualTo(statements("pa", "pb", "pc", "pd"));
    }

    private static int statements(String... participants) {
        StringBuilder document = new StringBuilder("{");
        for (String one : participants) {
            client.id(one);
            document.append(one + ": participant(ref: {external: {externalId: \"" + one
                    + "\"}}) { streaks { currentLength frozenDates runs { nodes { length } }"
                    + " streak { amnestyDates } } } ");
        }
        try (var statements = Statements.of(server.bean(Sql.class))) {
            server.client().ask(document + "}");
            return statements.take().size();
        }
    }
}
