package laurel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Replays ten seasons over HTTP. Standings after each round must be the official standings. Rankings of groups are compared
 * after every sixth round with sums of points, in the long run after every round.
 */
class FormulaOneTest {
    private static final int ROUNDS_BETWEEN_GROUPS = 6;
    private static final String CREATE = """
            mutation {
              createLeaderboard(input: {
                key: "drivers", entityTypes: ["DRIVER"], updateMode: INCREMENT, decimals: 1, minScore: 0,
                windowDefinitions: [{kind: YEARLY}], clock: SUBMISSIONS,
                groupings: [[], ["constructor"], ["nationality"]]
              }) { leaderboard { key } errors { code message } }
            }
            """;
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) {
              submitScores(input: {items: $input}) { acceptedCount failedCount }
            }
            """;
    private static final String STANDINGS = """
            query ($season: String!, $groups: Boolean!) {
              leaderboard(key: "drivers") {
                window(select: {name: {name: $season}}) {
                  ranking { ...list }
                  ... @include(if: $groups) {
                    constructors: rankings(grouping: ["constructor"], first: 100) { edges { node { ...list } } }
                    nationalities: rankings(grouping: ["nationality"], first: 100) { edges { node { ...list } } }
                  }
                }
              }
            }
            fragment list on Ranking {
              group { name }
              standings(first: 100) { edges { node { rank score participant { externalId } } } }
            }
            """;

    private static LaurelServer service;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(new TickingClock(Instant.parse("2026-01-01T00:00:00Z")));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** One line of the official standings. */
    private record OfficialStanding(int season, int round, int place, String driver, BigDecimal points) {}

    /** A driver's standing in a group. */
    private record GroupStanding(String driver, int rank, BigDecimal points) {}

    @Test
    void matchesOfficialStandingsAfterEveryRound() throws IOException {
        GraphQLClient client = service.inNewApp().client();
        assertThat(client.ask(CREATE).at("data", "createLeaderboard", "leaderboard", "key"))
                .isEqualTo("drivers");
        Map<Instant, List<RaceResult>> rounds = RaceResult.all().stream()
                .collect(Collectors.groupingBy(RaceResult::achievedAt, TreeMap::new, Collectors.toList()));
        Map<String, List<OfficialStanding>> official = officialStandings();
        assertThat(rounds).hasSameSizeAs(official);

        List<RaceResult> season = new ArrayList<>();
        for (List<RaceResult> round : rounds.values()) {
            Answer batch = client.ask(SUBMIT, Map.of("input", inputs(round)));
            assertThat(batch.at("data", "submitScores", "acceptedCount")).isEqualTo(round.size());
            RaceResult result = round.getFirst();
            boolean withGroups = Tries.LONG || result.round() % ROUNDS_BETWEEN_GROUPS == 0;
            Answer answer =
                    client.ask(STANDINGS, Map.of("season", Integer.toString(result.season()), "groups", withGroups));
            Answer window = answer.node("data", "leaderboard", "window");
            compare(
                    window.list("ranking", "standings", "edges"),
                    Objects.requireNonNull(official.get(result.season() + "/" + result.round())));
            if (result.round() == 1) {
                season.clear();
            }
            season.addAll(round);
            if (withGroups) {
                assertThat(groups(window, "constructors")).isEqualTo(groups(season, RaceResult::constructor));
                assertThat(groups(window, "nationalities")).isEqualTo(groups(season, RaceResult::nationality));
            }
        }
    }

    @Test
    void loadsDemoOnceFromConcurrentCalls() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Demo demo = service.bean(Demo.class);
            for (Future<?> load : executor.invokeAll(Collections.nCopies(3, Executors.callable(demo::load)))) {
                load.get();
            }
            Answer answer = service.client().ask(STANDINGS, Map.of("season", "2019", "groups", false));
            Answer first = answer.list("data", "leaderboard", "window", "ranking", "standings", "edges")
                    .getFirst();
            assertThat(first.text("node", "participant", "externalId")).isEqualTo("lewis-hamilton");
            assertThat(first.text("node", "score")).isEqualTo("413.0");
        }
    }

    private static void compare(List<Answer> standings, List<OfficialStanding> official) {
        Map<String, BigDecimal> points = new HashMap<>();
        Map<String, Integer> ranks = new HashMap<>();
        for (Answer edge : standings) {
            String driver = edge.text("node", "participant", "externalId");
            points.put(driver, new BigDecimal(edge.text("node", "score")));
            ranks.put(driver, (Integer) edge.at("node", "rank"));
        }
        // The official standings leave out drivers who have not finished a race and so have no points.
        Set<String> listed = official.stream().map(OfficialStanding::driver).collect(Collectors.toSet());
        assertThat(points.keySet()).containsAll(listed);
        assertThat(points).allSatisfy((driver, sum) -> assertThat(sum.signum() == 0 || listed.contains(driver))
                .as(driver)
                .isTrue());
        for (OfficialStanding line : official) {
            assertThat(points.get(line.driver)).as("%s", line).isEqualByComparingTo(line.points);
            // Officially, equal points are separated by count-back of places; the rank is the best of these places.
            int best = official.stream()
                    .filter(other -> other.points.compareTo(line.points) == 0)
                    .mapToInt(OfficialStanding::place)
                    .min()
                    .orElseThrow();
            assertThat(ranks.get(line.driver)).as("%s", line).isEqualTo(best);
        }
    }

    /** Standings by group, as the service returns them. */
    private static Map<String, Set<GroupStanding>> groups(Answer window, String list) {
        return window.list(list, "edges").stream()
                .collect(Collectors.toMap(
                        edge -> edge.text("node", "group", "name"),
                        edge -> edge.list("node", "standings", "edges").stream()
                                .map(each -> new GroupStanding(
                                        each.text("node", "participant", "externalId"),
                                        Integer.parseInt(String.valueOf(each.at("node", "rank"))),
                                        new BigDecimal(each.text("node", "score"))))
                                .collect(Collectors.toSet())));
    }

    /**
     * Standings by group, computed by addition. Drivers who change teams keep the points of the whole season.
     *
     * @param season results of the season up to the round
     */
    private static Map<String, Set<GroupStanding>> groups(List<RaceResult> season, Function<RaceResult, String> group) {
        Map<String, BigDecimal> points = new HashMap<>();
        Map<String, String> groups = new HashMap<>();
        for (RaceResult result : season) {
            points.merge(result.driverId(), new BigDecimal(result.points()).setScale(1), BigDecimal::add);
            groups.put(result.driverId(), group.apply(result));
        }
        Map<String, Set<GroupStanding>> standings = new HashMap<>();
        groups.forEach((driver, own) -> {
            BigDecimal sum = Objects.requireNonNull(points.get(driver));
            long better = groups.entrySet().stream()
                    .filter(other -> other.getValue().equals(own))
                    .filter(other ->
                            Objects.requireNonNull(points.get(other.getKey())).compareTo(sum) > 0)
                    .count();
            standings
                    .computeIfAbsent(own, name -> new HashSet<>())
                    .add(new GroupStanding(driver, (int) better + 1, sum));
        });
        return standings;
    }

    private static List<Map<String, Object>> inputs(List<RaceResult> round) {
        return round.stream()
                .map(result -> Map.<String, Object>of(
                        "leaderboardKey",
                        "drivers",
                        "participant",
                        Map.of("entityType", "DRIVER", "externalId", result.driverId(), "name", result.driver()),
                        "score",
                        result.points(),
                        "group",
                        Map.of("constructor", result.constructor(), "nationality", result.nationality()),
                        "achievedAt",
                        result.achievedAt().toString()))
                .toList();
    }

    private static Map<String, List<OfficialStanding>> officialStandings() throws IOException {
        try (var file = FormulaOneTest.class.getResourceAsStream("/f1/standings-2010-2019.csv")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .map(cells -> new OfficialStanding(
                            Integer.parseInt(cells[0]),
                            Integer.parseInt(cells[1]),
                            Integer.parseInt(cells[2]),
                            cells[3],
                            new BigDecimal(cells[4])))
                    .collect(Collectors.groupingBy(line -> line.season + "/" + line.round));
        }
    }
}
