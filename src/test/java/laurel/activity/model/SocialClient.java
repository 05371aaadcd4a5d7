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

/** Adopts the social policy in an app, and asks what days and windows came to. */
record SocialClient(GraphQLClient graphQL) {
    static final List<String> PILLARS = List.of("social", "engagement", "popularity", "overall");

    private static final String ADOPT = """
            mutation ($days: DayRuleInput!) { installSocialPolicy(input: {dayRule: $days, gracePeriod: "P7D"}) {
              scoringPolicy { key } errors { code message path } } }
            """;
    private static final String DAYS = """
            query ($who: String!, $start: Date!, $end: Date!) { participant(ref: {external: {externalId: $who}}) {
              dayScores(scoringPolicyKey: "social", startDate: $start, endDate: $end) { date pillars { name score } } } }
            """;
    private static final int DAYS_AT_ONCE = 31;
    private static final String DECIMALS = "query ($board: String!) { leaderboard(key: $board) { decimals } }";
    private static final String WINDOWS = """
            query ($board: String!, $definition: String, $group: GroupValues) {
              leaderboard(key: $board) { windows(definitionKey: $definition, group: $group, first: 200) {
                edges { node { startsAt timeZone ranking(group: $group) {
                  standings(first: 100) { edges { node { score participant { externalId } } } } } } } } } }
            """;
    private static final String SCORE = """
            query ($board: String!, $window: String!, $who: String!) { leaderboard(key: $board) {
              window(select: {name: {name: $window}}) { ranking { standing(participant: {external: {externalId: $who}}) { score \
                  } } } } }
            """;

    void adopt(ModelDays days) {
        Answer answer = graphQL.ask(ADOPT, Map.of("days", ActivityClient.rule(days)));
        assertThat(answer.at("data", "installSocialPolicy", "scoringPolicy", "key"))
                .as("%s", answer)
                .isEqualTo("social");
    }

    int decimals(String pillar) {
        return Integer.parseInt(graphQL.ask(DECIMALS, Map.of("board", pillar)).text("data", "leaderboard", "decimals"));
    }

    /** Scores by day and pillar, such as {@code 2026-03-01 overall}; those that are 0 are left out. */
    Map<String, BigDecimal> days(String who, LocalDate from, LocalDate through) {
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (LocalDate day = from; !day.isAfter(through); day = day.plusDays(DAYS_AT_ONCE)) {
            LocalDate last = day.plusDays(DAYS_AT_ONCE - 1);
            addDays(scores, who, day, last.isAfter(through) ? through : last);
        }
        return scores;
    }

    private void addDays(Map<String, BigDecimal> scores, String who, LocalDate from, LocalDate through) {
        Map<String, Object> asked = Map.of("who", who, "start", from.toString(), "end", through.toString());
        for (Answer day : graphQL.ask(DAYS, asked).list("data", "participant", "dayScores")) {
            for (Answer pillar : day.list("pillars")) {
                put(scores, day.text("date") + " " + pillar.text("name"), pillar.text("score"));
            }
        }
    }

    /** Null where there is no entry. */
    @Nullable
    BigDecimal score(String pillar, String window, String who) {
        Object score = graphQL.ask(SCORE, Map.of("board", pillar, "window", window, "who", who))
                .at("data", "leaderboard", "window", "ranking", "standing", "score");
        return score == null ? null : new BigDecimal(score.toString()).stripTrailingZeros();
    }

    /**
     * Scores by first day and participant, such as {@code 2026-03-01 ann}, of all windows of one kind or definition;
     * those that are 0 are left out.
     */
    Map<String, BigDecimal> windows(String pillar, ModelWindows windows, @Nullable String region) {
        Map<String, Object> asked = new HashMap<>(windows.asked());
        asked.put("board", pillar);
        asked.put("group", region == null ? Map.of() : ActivityClient.region(region));
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (Answer edge : graphQL.ask(WINDOWS, asked).list("data", "leaderboard", "windows", "edges")) {
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
