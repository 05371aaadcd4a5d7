package laurel.streak;

import static laurel.streak.StreakClient.fields;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Streaks are created up to a limit, updated with an expected version, archived and unarchived. */
class StreakDefinitionGraphQLTest {
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2025-07-15");

    private static LaurelServer server;
    private static StreakClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON), Map.of("laurel.limits.streaks", 4));
        client = new StreakClient(server);
        client.create("key: \"daily\", name: \"Every day\"");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void rejectsStreakAboveLimit() {
        server.client().ask("mutation { createApp(input: {key: \"full\"}) { __typename } }");
        GraphQLClient full = server.client().in("full");
        String create = "mutation { createStreak(input: {key: \"s%d\"}) { streak { key } errors { code path"
                + " ... on LimitExceededError { limit } } } }";
        for (int n = 0; n < 4; n++) {
            assertThat(full.ask(create.formatted(n)).payload("createStreak").text("key"))
                    .isEqualTo("s" + n);
        }
        assertThat(fields(full.ask(create.formatted(4)).payload("createStreak"), "code", "path", "limit"))
                .containsExactly("LIMIT_REACHED", "[input, key]", "4");
        assertThat(full.ask(create.formatted(3)).payload("createStreak").text("code"))
                .isEqualTo("KEY_TAKEN");
    }

    @Test
    void updatesNameIfVersionMatches() {
        client.create("key: \"named\"");
        assertThat(client.change("updateStreak", "streakKey: \"named\", name: \"A\", expectedVersion: 1")
                        .text("version"))
                .isEqualTo("2");
        assertThat(client.change("updateStreak", "streakKey: \"named\"").text("name"))
                .as("without a name in the input")
                .isEqualTo("A");
        Answer conflict = client.change("updateStreak", "streakKey: \"named\", name: null, expectedVersion: 1");
        assertThat(fields(conflict, "code", "message", "path"))
                .containsExactly(
                        "VERSION_CONFLICT",
                        "`expectedVersion` is 1; the streak has version 2.",
                        "[input, expectedVersion]");
        assertThat(client.change("updateStreak", "streakKey: \"named\", name: null")
                        .at("name"))
                .isNull();
    }

    @Test
    void doesNotCountActivityWhileArchived() {
        client.create("key: \"rest\", dayRule: {timeZone: \"Asia/Tokyo\"}");
        client.recordActivity("ron", "rest", TODAY.minusDays(1));
        assertThat(fields(
                        client.change("archiveStreak", "streakKey: \"rest\", expectedVersion: 1"), "state", "version"))
                .containsExactly("ARCHIVED", "2");
        client.recordActivity("ron", "rest", TODAY);
        assertThat(client.streak("ron", "rest").text("currentLength")).isEqualTo("1");
        assertThat(fields(
                        client.change(
                                "freezeStreak",
                                "streakKey: \"rest\", participant: {externalId: \"ron\"}, startDate: \"2025-07-01\""),
                        "code",
                        "path"))
                .containsExactly("STREAK_ARCHIVED", "[input, streakKey]");
        assertThat(keys("")).doesNotContain("rest");
        assertThat(keys("(filter: {archived: ONLY})")).containsExactly("rest");
        assertThat(fields(client.change("unarchiveStreak", "streakKey: \"rest\""), "state", "archivedAt"))
                .containsExactly("ACTIVE", "null");
        assertThat(keys("")).contains("daily", "rest").isSorted();
    }

    private static List<String> keys(String arguments) {
        return server
                .client()
                .ask("{ streaks" + arguments + " { nodes { key } } }")
                .list("data", "streaks", "nodes")
                .stream()
                .map(streak -> streak.text("key"))
                .toList();
    }
}
