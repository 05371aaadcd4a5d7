package laurel.scoring;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Creates policies over HTTP, and reads day scores and leaderboards. */
public record PolicyClient(GraphQLClient graphQL) {
    private static final String POLICY_FIELDS = """
             { scoringPolicy { key dayRule { kind timeZone } activeVersion { number } activations { startDate version { number } }
                 versions { number pillars { name leaderboard { key decimals } } } }
               errors { code message path } } }
            """;
    private static final String DAY_SCORES = """
            query ($participant: String!, $policy: String!, $start: Date!, $end: Date!) {
              participant(ref: {external: {externalId: $participant}}) {
                dayScores(scoringPolicyKey: $policy, startDate: $start, endDate: $end) { date version { number } pillars {
                  name score submittedScore multiplier streakLength terms { source amount cappedAmount weight points } } } } }
            """;
    private static final String WINDOW = """
            query ($board: String!, $definition: String, $at: DateTime!, $group: GroupValues) {
              leaderboard(key: $board) { window(select: {containing: {definitionKey: $definition, time: $at}}, group: $group) {
                name ranking(group: $group) { standings(first: 100) { edges { node { score participant { externalId } } } } } \
                    } } }
            """;

    /** Creates a policy or, if the key is taken, a further version. Returns the policy or the error. */
    public Answer define(Map<String, ?> input) {
        Answer created = change("createScoringPolicy", "CreateScoringPolicyInput", input);
        if (!"KEY_TAKEN".equals(created.at("code"))) {
            return created;
        }
        Map<String, Object> version = new HashMap<>(input);
        version.remove("dayRule");
        version.put("scoringPolicyKey", version.remove("key"));
        return change("createScoringPolicyVersion", "CreateScoringPolicyVersionInput", version);
    }

    /** Does the same with one pillar, the number of events of the type {@code seen} times a weight. */
    public Answer defineEventCount(String key, String leaderboard, int weight) {
        return defineTotal(key, Map.of("leaderboardKey", leaderboard), Map.of("source", "seen", "weight", weight));
    }

    /**
     * Does the same with one pillar, the number of events of the type {@code seen} times a factor. It grows from 1 to 3 on the
     * first three days of a streak.
     */
    public Answer defineMultipliedEventCount(String key, String leaderboard, String streak) {
        return defineTotal(
                key,
                Map.of(
                        "leaderboardKey",
                        leaderboard,
                        "multiplier",
                        Map.of("streakKey", streak, "maxDayCount", 3, "maxFactor", "3")),
                Map.of("source", "seen"));
    }

    private Answer defineTotal(String key, Map<String, ?> pillar, Map<String, ?> term) {
        Map<String, Object> total = new HashMap<>(pillar);
        total.put("name", "total");
        total.put("terms", List.of(term));
        return define(Map.of(
                "key", key,
                "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                "pillars", List.of(total)));
    }

    /** Activates a version. Returns the policy or the error. */
    public Answer activate(Map<String, ?> input) {
        return change("activateScoringPolicyVersion", "ActivateScoringPolicyVersionInput", input);
    }

    /** Installs the social policy. Returns the policy or the error. */
    public Answer installSocial(Map<String, ?> input) {
        return change("installSocialPolicy", "InstallSocialPolicyInput", input);
    }

    private Answer change(String mutation, String type, Map<String, ?> input) {
        return graphQL.ask(
                        "mutation ($input: " + type + "!) { " + mutation + "(input: $input)" + POLICY_FIELDS,
                        Map.of("input", input))
                .payload(mutation);
    }

    /** Returns a participant's day scores under a policy. */
    public List<Answer> dayScores(String participant, String policy, String startDate, String endDate) {
        return graphQL.ask(
                        DAY_SCORES,
                        Map.of("participant", participant, "policy", policy, "start", startDate, "end", endDate))
                .list("data", "participant", "dayScores");
    }

    /** Returns the scores of a participant's day by pillar; empty if the day has none. */
    public Map<String, String> scores(String participant, String policy, String day) {
        return dayScores(participant, policy, day, day).stream()
                .flatMap(one -> one.list("pillars").stream())
                .collect(Collectors.toMap(pillar -> pillar.text("name"), pillar -> pillar.text("score")));
    }

    /** Returns the scores of a window by external ID of the participant; empty if there is no such window. */
    public Map<String, String> windowScores(String board, Map<String, ?> window) {
        Answer found = graphQL.ask(WINDOW, with(window, "board", board)).node("data", "leaderboard", "window");
        return found.at("ranking") == null
                ? Map.of()
                : found.list("ranking", "standings", "edges").stream()
                        .collect(Collectors.toMap(
                                edge -> edge.text("node", "participant", "externalId"),
                                edge -> edge.text("node", "score")));
    }

    private static Map<String, Object> with(Map<String, ?> map, String name, String value) {
        Map<String, Object> more = new HashMap<>(map);
        more.put(name, value);
        return more;
    }
}
