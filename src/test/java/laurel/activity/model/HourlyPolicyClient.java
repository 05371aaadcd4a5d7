package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import laurel.GraphQLClient.Answer;
import laurel.scoring.PolicyClient;

/** A policy with caps, peers, bursts and a streak that feeds two leaderboards with hours. {@link ModelHours} has its formula. */
record HourlyPolicyClient(ModelClient app, ModelDayRule days) {
    static final List<String> TYPES = List.of("dm.sent", "room.message", "game.ended");
    static final List<String> BOARDS = List.of("social", "overall");
    static final ModelBursts BURSTS = new ModelBursts(Set.of("dm.sent", "room.message"), 2, Duration.ofSeconds(8));

    private static final String CREATE = """
            mutation ($key: String!, $decimals: Int!, $timeZone: String!, $groupings: [[String!]!]!,
                      $overrides: [GroupOverrideInput!]!, $attribute: String) {
              createLeaderboard(input: {key: $key, updateMode: INCREMENT, decimals: $decimals, gracePeriod: "P7D",
                timeZone: $timeZone, timeZoneAttribute: $attribute, groupings: $groupings, groupOverrides: $overrides,
                windowDefinitions: [
                  {kind: HOURLY}, {kind: DAILY}, {kind: CUSTOM, key: "rolling", interval: "PT2H", length: "PT6H"}]}) {
                leaderboard { id } errors { message } } }
            """;
    private static final String DEFINITION = """
            counters: [{name: "sent", eventTypes: $types}, {name: "received", eventTypes: $types, role: PEER}
                {name: "senders", eventTypes: ["dm.sent"], role: PEER, aggregation: PEERS}
                {name: "won", eventTypes: ["game.ended"], role: WINNER}]
              burst: {eventTypes: ["dm.sent", "room.message"], maxEventsPerSecond: "0.25", duration: "PT8S"}
              pillars: [{name: "social", leaderboardKey: "social", terms: [{source: "sent", weight: "0.3", cap: $cap}
                  {source: "senders", weight: "2", cap: "2"} {source: "received", weight: "-0.5", cap: "6"}]}
                {name: "overall", leaderboardKey: "overall", terms: [{source: "social"} {source: "won", weight: "3", cap: "2"}]
                  multiplier: {streakKey: "daily", maxDayCount: 3, maxFactor: "2"}}]
            """;
    private static final String FIRST = """
            mutation ($days: DayRuleInput!, $types: [String!]!, $cap: Decimal!) {
              createScoringPolicy(input: {key: "hours" dayRule: $days
              %s}) { scoringPolicy { key } errors { message } } }
            """.formatted(DEFINITION);
    private static final String SECOND = """
            mutation ($types: [String!]!, $cap: Decimal!, $start: Date!) {
              createScoringPolicyVersion(input: {scoringPolicyKey: "hours"
              %s}) { scoringPolicy { key } errors { message } }
              activateScoringPolicyVersion(input: {scoringPolicyKey: "hours", versionNumber: 2, startDate: $start}) {
                scoringPolicy { key } errors { message } } }
            """.formatted(DEFINITION);
    private static final String WINDOWS = """
            query ($board: String!, $definition: String!, $group: GroupValues) { leaderboard(key: $board) {
              windows(definitionKey: $definition, group: $group, first: 100) { nodes { startsAt endsAt
                ranking(group: $group) { standings(first: 100) { nodes { score participant { externalId } } } } } } } }
            """;

    /** A window with the scores of participants, without zeros. */
    record ScoredWindow(Instant startsAt, Instant endsAt, Map<String, BigDecimal> scores) {}

    /** Creates the streak, the leaderboards, and the policy, by which a number of messages counts. */
    void create(int cap) {
        if (days.inDirectory()) {
            app.createRegions(days);
        }
        app.createStreak("daily", "DAY", days);
        BOARDS.forEach(this::createLeaderboard);
        app.graphQL()
                .ask(
                        FIRST,
                        Map.of("days", ModelClient.dayRuleInput(days), "types", TYPES, "cap", Integer.toString(cap)))
                .text("data", "createScoringPolicy", "scoringPolicy", "key");
    }

    private void createLeaderboard(String key) {
        boolean grouped = !days.regionTimeZones().isEmpty();
        Map<String, Object> variables = new HashMap<>();
        variables.put("key", key);
        variables.put("decimals", key.equals("overall") ? 0 : 1);
        variables.put("timeZone", days.timeZone().getId());
        variables.put("groupings", grouped ? List.of(List.of(), List.of("region")) : List.of(List.of()));
        variables.put("overrides", ModelClient.dayRuleInput(days).getOrDefault("groupTimeZones", List.of()));
        variables.put("attribute", days.inDirectory() ? "region" : null);
        app.graphQL().ask(CREATE, variables).text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Changes the number of messages that counts, from a day on. */
    void change(int cap, LocalDate startDate) {
        assertThat(app.graphQL()
                        .ask(
                                SECOND,
                                Map.of("types", TYPES, "cap", Integer.toString(cap), "start", startDate.toString()))
                        .text("data", "activateScoringPolicyVersion", "scoringPolicy", "key"))
                .isEqualTo("hours");
    }

    /** The windows of a definition, in a region or, if it is empty, of everyone. */
    List<ScoredWindow> windows(String board, String definition, String region) {
        Map<String, Object> variables = Map.of(
                "board",
                board,
                "definition",
                definition,
                "group",
                region.isEmpty() ? Map.of() : ModelClient.group(region));
        return app.graphQL().ask(WINDOWS, variables).list("data", "leaderboard", "windows", "nodes").stream()
                .map(window -> new ScoredWindow(
                        Instant.parse(window.text("startsAt")), Instant.parse(window.text("endsAt")), scores(window)))
                .toList();
    }

    private static Map<String, BigDecimal> scores(Answer window) {
        Map<String, BigDecimal> scores = new TreeMap<>();
        if (window.at("ranking") != null) {
            window.list("ranking", "standings", "nodes")
                    .forEach(standing -> scores.put(
                            standing.text("participant", "externalId"),
                            new BigDecimal(standing.text("score")).stripTrailingZeros()));
        }
        scores.values().removeIf(score -> score.signum() == 0);
        return scores;
    }

    /** Lengths of the streak on the days of a participant. */
    Map<LocalDate, Integer> streakLengths(String participant, LocalDate startDate, LocalDate endDate) {
        Map<LocalDate, Integer> lengths = new HashMap<>();
        new PolicyClient(app.graphQL())
                .dayScores(participant, "hours", startDate.toString(), endDate.toString())
                .forEach(day -> lengths.put(
                        LocalDate.parse(day.text("date")), Integer.valueOf(day.text("pillars", 1, "streakLength"))));
        return lengths;
    }
}
