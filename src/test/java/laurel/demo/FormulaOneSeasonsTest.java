package laurel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.Test;

/**
 * Replays ten seasons that are planned in advance. The first race of a season opens it, and finalizes the season before.
 * Final standings must be the official standings.
 */
class FormulaOneSeasonsTest {
    private static final String CREATE = """
            mutation {
              createLeaderboard(input: {
                key: "drivers", entityTypes: ["DRIVER"], updateMode: INCREMENT, decimals: 1, windowDefinitions: [{kind: SEASON}],
                clock: SUBMISSIONS
              }) { leaderboard { key } errors { code message } }
            }
            """;
    private static final String PLAN = """
            mutation ($version: Int!, $name: String!, $from: DateTime!, $to: DateTime!) {
              startSeason(input: {leaderboardKey: "drivers", expectedVersion: $version, name: $name, startsAt: $from, endsAt: \
                  $to}) {
                season { state } errors { code message }
              }
            }
            """;
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) {
              submitScores(input: {items: $input}) { acceptedCount failedCount }
            }
            """;
    private static final String SEASONS = """
            { leaderboard(key: "drivers") { seasons(first: 11) { edges { node { number name state
              window { ranking { standings(first: 100) { ...list }
                finalRanking { revision standings(first: 100) { ...finals } } } } } } } } }
            fragment list on StandingConnection { edges { node { rank score participant { externalId } } } }
            fragment finals on FinalStandingConnection { edges { node { rank score participant { externalId } } } }
            """;

    /** A line of the official standings. */
    private record OfficialStanding(int season, int round, int place, String driver, BigDecimal points) {}

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void matchesOfficialStandingsAtEndOfEverySeason() throws IOException {
        try (var server = LaurelServer.start(new TickingClock(NOW))) {
            GraphQLClient client = server.client();
            assertThat(client.ask(CREATE).at("data", "createLeaderboard", "leaderboard", "key"))
                    .isEqualTo("drivers");
            for (int year = 2010; year <= 2020; year++) {
                Map<String, Object> season = Map.of(
                        "version", year - 2009, "name", "" + year, "from", newYear(year), "to", newYear(year + 1));
                // Without a submission, the leaderboard's clock has not started, so all seasons are planned.
                assertThat(client.ask(PLAN, season).at("data", "startSeason", "season", "state"))
                        .isEqualTo("PLANNED");
            }
            Map<Integer, List<RaceResult>> years = RaceResult.all().stream()
                    .collect(Collectors.groupingBy(RaceResult::season, TreeMap::new, Collectors.toList()));
            for (List<RaceResult> results : years.values()) {
                submit(client, shuffledInputs(results));
                server.bean(Lifecycle.class).run(NOW);
            }
            // The first submission of the next season ends the last.
            submit(client, List.of(input("driver-of-2020", "0", Instant.parse("2020-03-15T05:10:00Z"))));
            server.bean(Lifecycle.class).run(NOW);

            Map<Integer, List<OfficialStanding>> official = officialStandings();
            List<Answer> seasons = client.ask(SEASONS).list("data", "leaderboard", "seasons", "edges");
            assertThat(seasons).hasSize(11);
            assertThat(seasons.getFirst().at("node", "state")).isEqualTo("OPEN");
            for (Answer season : seasons.subList(1, 11)) {
                int year = Integer.parseInt(season.text("node", "name"));
                assertThat(season.at("node", "number")).isEqualTo(year - 2009);
                assertThat(season.at("node", "state")).isEqualTo("FINAL");
                Answer ranking = season.node("node", "window", "ranking");
                assertThat(ranking.at("finalRanking", "revision")).isEqualTo(1);
                compare(ranking.list("finalRanking", "standings", "edges"), Objects.requireNonNull(official.get(year)));
                assertThat(ranking.at("standings")).isEqualTo(ranking.at("finalRanking", "standings"));
            }
        }
    }

    private static String newYear(int year) {
        return year + "-01-01T00:00:00Z";
    }

    /** Submissions of a season's results in random order. */
    private static List<Map<String, Object>> shuffledInputs(List<RaceResult> season) {
        List<Map<String, Object>> inputs = new ArrayList<>();
        season.forEach(result -> inputs.add(input(result.driverId(), result.points(), result.achievedAt())));
        Collections.shuffle(inputs, new Random(season.size()));
        return inputs;
    }

    private static Map<String, Object> input(String driver, String points, Instant achievedAt) {
        return Map.of(
                "leaderboardKey",
                "drivers",
                "participant",
                Map.of("entityType", "DRIVER", "externalId", driver),
                "score",
                points,
                "achievedAt",
                achievedAt.toString());
    }

    private static void submit(GraphQLClient client, List<Map<String, Object>> inputs) {
        Answer batch = client.ask(SUBMIT, Map.of("input", inputs));
        assertThat(batch.at("data", "submitScores", "acceptedCount")).isEqualTo(inputs.size());
    }

    /** Officially, drivers with equal points are separated by count-back of places; their rank is the best of these places. */
    private static void compare(List<Answer> standings, List<OfficialStanding> official) {
        Map<String, String> rankAndScore = new HashMap<>();
        for (Answer edge : standings) {
            rankAndScore.put(
                    edge.text("node", "participant", "externalId"),
                    edge.text("node", "rank") + " " + new BigDecimal(edge.text("node", "score")).stripTrailingZeros());
        }
        for (OfficialStanding line : official) {
            int best = official.stream()
                    .filter(other -> other.points.compareTo(line.points) == 0)
                    .mapToInt(OfficialStanding::place)
                    .min()
                    .orElseThrow();
            assertThat(rankAndScore).containsEntry(line.driver, best + " " + line.points.stripTrailingZeros());
        }
    }

    /** The standings after the last round of each season. */
    private static Map<Integer, List<OfficialStanding>> officialStandings() throws IOException {
        try (var file = FormulaOneSeasonsTest.class.getResourceAsStream("/f1/standings-2010-2019.csv")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            Map<Integer, List<OfficialStanding>> lines = text.lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .map(cells -> new OfficialStanding(
                            Integer.parseInt(cells[0]),
                            Integer.parseInt(cells[1]),
                            Integer.parseInt(cells[2]),
                            cells[3],
                            new BigDecimal(cells[4])))
                    .collect(Collectors.groupingBy(OfficialStanding::season));
            lines.replaceAll((season, all) -> {
                int last = all.stream()
                        .map(OfficialStanding::round)
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
                return all.stream().filter(line -> line.round == last).toList();
            });
            return lines;
        }
    }
}
