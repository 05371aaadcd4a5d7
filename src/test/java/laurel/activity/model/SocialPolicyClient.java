package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** Installs the social policy in an app, and reads day scores and scores of windows. */
record SocialPolicyClient(GraphQLClient graphQL) {
    static final List<String> PILLARS = List.of("social", "engagement", "popularity", "overall");

    private static final String INSTALL = """
            mutation ($days: DayRuleInput!) { installSocialPolicy(input: {dayRule: $days, gracePeriod: "P7D"}) {
              scoringPolicy { key } errors { code message path } } }
            """;
    private static final String DAY_SCORES = """
            query ($participant: String!, $start: Date!, $end: Date!) { participant(ref: {external: {externalId: $participant}}) {
              dayScores(scoringPolicyKey: "social", startDate: $start, endDate: $end) { date pillars { name score } } } }
            """;
    private static final int DAYS_PER_QUERY = 31;
    private static final String DECIMALS = "query ($board: String!) { leaderboard(key: $board) { decimals } }";
    private static final String WINDOWS = """
            query ($board: String!, $definition: String, $group: GroupValues) {
              leaderboard(key: $board) { windows(definitionKey: $definition, group: $group, first: 200) {
                edges { node { startsAt timeZone ranking(group: $group) {
                  standings(first: 100) { edges { node { score participant { externalId } } } } } } } } } }
            """;
    private static final String SCORE = """
            query ($board: String!, $window: String!, $participant: String!) { leaderboard(key: $board) {
              window(select: {name: {name: $window}}) { ranking {
                standing(participant: {external: {externalId: $participant}}) { score } } } } }
            """;

    void install(ModelDayRule days) {
        Answer answer = graphQL.ask(INSTALL, Map.of("days", ModelClient.dayRuleInput(days)));
        assertThat(answer.at("data", "installSocialPolicy", "scoringPolicy", "key"))
                .as("%s", answer)
                .isEqualTo("social");
    }

    int decimals(String pillar) {
        return Integer.parseInt(graphQL.ask(DECIMALS, Map.of("board", pillar)).text("data", "leaderboard", "decimals"));
    }

    /** Scores by day and pillar, such as {@code 2026-03-01 overall}, without zeros. */
    Map<String, BigDecimal> dayScores(String participant, LocalDate startDate, LocalDate endDate) {
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (LocalDate day = startDate; !day.isAfter(endDate); day = day.plusDays(DAYS_PER_QUERY)) {
            LocalDate last = day.plusDays(DAYS_PER_QUERY - 1);
            addDayScores(scores, participant, day, last.isAfter(endDate) ? endDate : last);
        }
        return scores;
    }

    private void addDayScores(
            Map<String, BigDecimal> scores, String participant, LocalDate startDate, LocalDate endDate) {
        Map<String, Object> variables =
                Map.of("participant", participant, "start", startDate.toString(), "end", endDate.toString());
        for (Answer day : graphQL.ask(DAY_SCORES, variables).list("data", "participant", "dayScores")) {
            for (Answer pillar : day.list("pillars")) {
                put(scores, day.text("date") + " " + pillar.text("name"), pillar.text("score"));
            }
        }
    }

    /** Returns the score of an entry; null if there is none. */
    @Nullable
    BigDecimal score(String pillar, String window, String participant) {
        Object score = graphQL.ask(SCORE, Map.of("board", pillar, "window", window, "participant", participant))
                .at("data", "leaderboard", "window", "ranking", "standing", "score");
        return score == null ? null : new BigDecimal(score.toString()).stripTrailingZeros();
    }

    /** Scores by first day of the window and participant, such as {@code 2026-03-01 ann}, without zeros. */
    Map<String, BigDecimal> windowScores(String pillar, ModelWindowDefinition definition, @Nullable String region) {
        Map<String, Object> variables = new HashMap<>(definition.variables());
        variables.put("board", pillar);
        variables.put("group", region == null ? Map.of() : ModelClient.group(region));
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (Answer edge : graphQL.ask(WINDOWS, variables).list("data", "leaderboard", "windows", "edges")) {
            if (edge.at("node", "ranking") != null) {
                String first = firstDay(edge.node("node"));
                edge.list("node", "ranking", "standings", "edges")
                        .forEach(one -> put(
                                scores,
                                first + " " + one.text("node", "participant", "externalId"),
                                one.text("node", "score")));
            }
        }
        return scores;
    }

    private static String firstDay(Answer window) {
        Object starts = window.at("startsAt");
        return starts == null
                ? "ever"
                : Instant.parse(starts.toString())
                        .atZone(ZoneId.of(window.text("timeZone")))
                        .toLocalDate()
                        .toString();
    }

    static void put(Map<String, BigDecimal> scores, String key, String score) {
        BigDecimal number = new BigDecimal(score).stripTrailingZeros();
        if (number.signum() != 0) {
            assertThat(scores.put(key, number)).as("%s twice", key).isNull();
        }
    }
}
