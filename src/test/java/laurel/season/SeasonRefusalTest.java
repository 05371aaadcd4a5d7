package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid changes of seasons are rejected and leave the leaderboard unchanged. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeasonRefusalTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    /**
     * Mutation, number of the season, code and path. Season 1 was from 10:00 to 11:00, season 2 is from 12:00 to 18:00, season 3
     * is planned from 20:00, and season 4 from 22:00 to 23:00. The time is 14:30.
     */
    private static final String CASES = """
            start | startsAt 2025-07-13T22:30:00Z                              | SEASONS_OVERLAP startsAt
            start |                                                            | SEASONS_OVERLAP startsAt
            start | startsAt 2025-07-13T23:00:00Z endsAt 2025-07-13T23:00:00Z  | SEASON_ENDS_BEFORE_START endsAt
            start | startsAt 2025-07-14T00:00:00Z endsAt 2025-07-13T23:30:00Z  | SEASON_ENDS_BEFORE_START endsAt
            start | startsAt 2025-07-14T00:00:00Z carryOver 0                      | NUMBER_OUT_OF_RANGE carryOver
            start | startsAt 2025-07-14T00:00:00Z carryOver 1.000001               | NUMBER_OUT_OF_RANGE carryOver
            start | startsAt 2025-07-14T00:00:00Z carryOver -0.5                   | NUMBER_OUT_OF_RANGE carryOver
            start | startsAt 2025-07-14T00:00:00Z carryOver 0.1234567              | TOO_MANY_DECIMALS carryOver
            start | startsAt 2025-07-14T00:00:00Z carryOver 0.0000001               | NUMBER_OUT_OF_RANGE carryOver
            start | startsAt 2025-07-14T00:00:00Z name \u0007                  | INVALID_TEXT name
            start | version 1                                                  | VERSION_CONFLICT expectedVersion
            1     | name No                                                    | SEASON_ENDED seasonId
            2     | startsAt 2025-07-13T12:30:00Z                              | SEASON_STARTED startsAt
            2     | endsAt 2025-07-13T14:29:59Z                                | SEASON_ENDS_IN_PAST endsAt
            2     | endsAt 2025-07-13T12:00:00Z                                | SEASON_ENDS_BEFORE_START endsAt
            2     | endsAt 2025-07-13T20:00:01Z                                | SEASONS_OVERLAP endsAt
            3     | startsAt 2025-07-13T17:59:59Z                              | SEASONS_OVERLAP startsAt
            3     | startsAt 2025-07-13T22:00:00Z                              | SEASONS_OVERLAP startsAt
            3     | endsAt 2025-07-13T22:00:01Z                                | SEASONS_OVERLAP endsAt
            4     | startsAt 2025-07-13T20:00:00Z                              | SEASONS_OVERLAP startsAt
            4     | startsAt 2025-07-13T23:00:00Z                              | SEASON_ENDS_BEFORE_START endsAt
            5     | name No                                                    | SEASON_NOT_FOUND seasonId
            0     | name No                                                    | SEASON_NOT_FOUND seasonId
            end   | endsAt 2025-07-13T14:29:59Z                                | SEASON_ENDS_IN_PAST endsAt
            end   | endsAt 2025-07-13T20:00:01Z                                | SEASONS_OVERLAP endsAt
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private SeasonClient client;

    @BeforeAll
    void start() {
        client = new SeasonClient(server);
        client.create("board", "windowDefinitions: [{kind: SEASON}]");
        clock.set(hour(10));
        client.start("board", Map.of("endsAt", hour(11).toString()));
        clock.set(hour(12));
        client.start("board", Map.of("endsAt", hour(18).toString()));
        client.start("board", Map.of("startsAt", hour(20).toString()));
        client.start("board", Map.of("startsAt", hour(22).toString(), "endsAt", hour(23).toString()));
        clock.set(NOW);
    }

    private static Instant hour(int hour) {
        return Instant.parse("2025-07-13T00:00:00Z").plus(Duration.ofHours(hour));
    }

    static Stream<List<String>> cases() {
        return CASES.lines()
                .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList());
    }

    private static Map<String, Object> fields(String said) {
        Map<String, Object> fields = new HashMap<>();
        String[] words = said.isEmpty() ? new String[0] : said.split(" ");
        for (int n = 0; n < words.length; n += 2) {
            boolean number = words[n].equals("carryOver") || words[n].equals("version");
            fields.put(words[n], number ? (Object) Double.valueOf(words[n + 1]) : words[n + 1]);
        }
        return fields;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rejectsInvalidSeasonAndChangesNothing(List<String> line) {
        Object before =
                client.ask("board", "seasons { edges { node { ...S } } }").json();
        Map<String, Object> fields = fields(line.get(1));
        Answer answer =
                switch (line.getFirst()) {
                    case "start" ->
                        fields.containsKey("version")
                                ? client.start("board", 1, Map.of())
                                : client.start("board", fields);
                    case "end" -> client.end("board", fields);
                    default -> client.update("board", Integer.parseInt(line.getFirst()), fields);
                };
        List<Answer> path = answer.list("path");
        assertThat(answer.at("code") + " " + path.getLast().text()).isEqualTo(line.get(2));
        assertThat(client.ask("board", "seasons { edges { node { ...S } } }").json())
                .isEqualTo(before);
    }

    @Test
    void cancelsOnlyLastPlannedSeason() {
        assertThat(client.cancel("board", 3)).isEqualTo("SEASON_NOT_LAST");
        assertThat(client.cancel("board", 2)).isEqualTo("SEASON_STARTED");
        assertThat(client.cancel("board", 1)).isEqualTo("SEASON_ENDED");
        assertThat(client.cancel("board", 5)).isEqualTo("SEASON_NOT_FOUND");
        assertThat(client.ask("board", "seasons { edges { node { number } } }").list("edges"))
                .hasSize(4);
    }

    @Test
    void rejectsSeasonsOfLeaderboardWithoutSeasonDefinition() {
        client.create("without", "windowDefinitions: [{kind: DAILY}]");
        assertThat(client.start("without", Map.of()).text("code")).isEqualTo("LEADERBOARD_HAS_NO_SEASONS");
        assertThat(client.end("without", Map.of()).text("code")).isEqualTo("LEADERBOARD_HAS_NO_SEASONS");
        assertThat(client.ask("without", "seasons { edges { node { number } } }")
                        .list("edges"))
                .isEmpty();
        client.create("none-yet", "windowDefinitions: [{kind: SEASON}]");
        assertThat(client.end("none-yet", Map.of()).text("code")).isEqualTo("SEASON_NOT_FOUND");
        assertThat(client.submit("none-yet", "ann", 1, Map.of()).text("code")).isEqualTo("WINDOWS_CLOSED");
        assertThat(client.start("none-yet", 1, Map.of("endsAt", NOW.toString())).text("code"))
                .isEqualTo("SEASON_ENDS_BEFORE_START");
    }

    @Test
    void rejectsEndOfOpenSeasonInThePast() {
        client.create("open", "windowDefinitions: [{kind: SEASON}]");
        client.start("open", Map.of("startsAt", hour(12).toString()));
        assertThat(client.start("open", Map.of("startsAt", hour(13).toString())).text("code"))
                .isEqualTo("SEASONS_OVERLAP");
        assertThat(client.season("open", 1).text("state")).isEqualTo("OPEN");
    }

    @Test
    void rejectsUnknownLeaderboard() {
        assertThat(client.start("nowhere", 1, Map.of()).text("code")).isEqualTo("LEADERBOARD_NOT_FOUND");
    }
}
