package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.leaderboard.LeaderboardClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the windows of seasons are open. */
@LaurelTest
class SeasonWindowTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String SEASONS = "windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private SeasonClient client;

    @BeforeEach
    void start() {
        client = new SeasonClient(server);
    }

    private static String at(int hours) {
        return NOW.plus(Duration.ofHours(hours)).toString();
    }

    @Test
    void keepsGracePeriodOfOpenedSeason() {
        client.create("grace", "gracePeriod: \"PT1H\", " + SEASONS);
        client.start("grace", Map.of("endsAt", at(1)));
        changeGracePeriod("grace", "PT0S");
        client.update("grace", 1, Map.of("name", "Renamed"));
        assertThat(client.season("grace", 1).text("window", "finalizesAt")).isEqualTo("2025-07-13T16:30:00Z");
        client.update("grace", 1, Map.of("endsAt", at(2)));
        assertThat(client.season("grace", 1).text("window", "finalizesAt")).isEqualTo("2025-07-13T17:30:00Z");
        clock.advance(Duration.ofMinutes(130));
        client.start("grace", Map.of("startsAt", at(24)));
        assertThat(client.season("grace", 1).text("state")).isEqualTo("GRACE");
        assertThat(client.acceptingWindows(
                        "grace",
                        "ann",
                        1,
                        Map.of("achievedAt", NOW.plus(Duration.ofMinutes(119)).toString())))
                .contains("SEASON-1");
        clock.set(NOW.plus(Duration.ofHours(24)));
        client.submit("grace", "ann", 1, Map.of());
        client.update("grace", 2, Map.of("endsAt", at(48)));
        assertThat(client.season("grace", 2).text("window", "finalizesAt")).isEqualTo("2025-07-15T14:30:00Z");
    }

    /** A longer grace period does not delay the start of a season that closes the previous one. */
    @Test
    void closesPreviousSeasonAtStartThatSettlesIt() {
        client.create("settled", "gracePeriod: \"PT1H\", " + SEASONS);
        client.start("settled", Map.of("endsAt", at(1)));
        changeGracePeriod("settled", "P7D");
        clock.advance(Duration.ofMinutes(90));
        client.start("settled", Map.of("carryOver", 1));
        assertThat(client.season("settled", 1).text("window", "finalizesAt")).isEqualTo("2025-07-13T16:00:00Z");
    }

    /** Only the previous season's scores are carried over. */
    @Test
    void keepsSeasonBeforePreviousInGracePeriod() {
        client.create("kept", "gracePeriod: \"P1D\", windowDefinitions: [{kind: SEASON}]");
        client.start("kept", Map.of());
        clock.advance(Duration.ofHours(1));
        client.start("kept", Map.of());
        clock.advance(Duration.ofHours(1));
        client.start("kept", Map.of("carryOver", 0.5));
        assertThat(client.season("kept", 1).text("state")).isEqualTo("GRACE");
        assertThat(client.season("kept", 1).text("window", "finalizesAt")).isEqualTo("2025-07-14T15:30:00Z");
        assertThat(client.season("kept", 2).text("state")).isEqualTo("FINAL");
        assertThat(client.acceptingWindows("kept", "ann", 1, Map.of("achievedAt", NOW.toString())))
                .containsExactly("SEASON-1");
        assertThat(client.submit("kept", "ann", 1, Map.of("achievedAt", at(1))).at("code"))
                .isEqualTo("WINDOWS_CLOSED");
    }

    @Test
    void startsDueSeasonsOfAllLeaderboardsOfABatch() {
        List<Map<String, Object>> items = new ArrayList<>();
        for (int n = 0; n < 6; n++) {
            client.create("many-" + n, SEASONS);
            client.start("many-" + n, Map.of("startsAt", at(1)));
            items.add(Map.of("leaderboardKey", "many-" + n, "participant", Map.of("externalId", "ann"), "score", n));
        }
        clock.advance(Duration.ofHours(2));
        Answer answer = client.graphQL()
                .ask(
                        "mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }",
                        Map.of("items", items));
        assertThat(answer.at("data", "submitScores", "acceptedCount")).isEqualTo(6);
        assertThat(client.scores("many-5", "SEASON-1")).isEqualTo(Map.of("ann", "5"));
    }

    /** Such a change replaces the windows of a leaderboard without scores. */
    @ParameterizedTest
    @EnumSource
    void keepsSeasonOpenIfDefinitionChangesBeforeFirstScore(LeaderboardClock time) {
        String board = time.name().toLowerCase(Locale.ROOT);
        client.create(board, "clock: " + time + ", windowDefinitions: [{kind: SEASON}]");
        client.start(board, Map.of());
        change(board, "windowDefinitions: [{kind: SEASON}, {kind: CUSTOM, key: \"short\", interval: \"PT1H\"}]");
        assertThat(client.season(board, 1).text("state")).isEqualTo("OPEN");
        assertThat(client.season(board, 1).text("window", "name")).isEqualTo("SEASON-1");
        clock.advance(Duration.ofHours(1));
        client.end(board, Map.of());
        change(board, "timeZone: \"Asia/Tokyo\"");
        assertThat(client.season(board, 1).text("state")).isEqualTo("GRACE");
        assertThat(client.acceptingWindows(board, "ann", 1, Map.of("achievedAt", NOW.toString())))
                .contains("SEASON-1");
    }

    private void changeGracePeriod(String board, String gracePeriod) {
        change(board, "gracePeriod: \"" + gracePeriod + "\"");
    }

    private void change(String board, String fields) {
        client.graphQL()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + board + "\", expectedVersion: "
                        + client.version(board) + ", " + fields + "}) { leaderboard { key } errors { code } } }")
                .text("data", "updateLeaderboard", "leaderboard", "key");
    }
}
