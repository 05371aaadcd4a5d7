package laurel.scoring;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Defines policies over HTTP, and reads what they make of activity. */
public record PolicyClient(GraphQLClient graphQL) {
    private static final String CHANGED = """
             { scoringPolicy { key dayRule { kind timeZone } activeVersion { number } activations { startDate version { number } }
                 versions { number pillars { name leaderboard { key decimals } } } }
               errors { code message path } } }
            """;
    private static final String SCORES = """
            query ($who: String!, $policy: String!, $start: Date!, $end: Date!) { participant(ref: {external: {externalId: \
                $who}}) {
              dayScores(scoringPolicyKey: $policy, startDate: $start, endDate: $end) { date version { number } pillars {
                name score submittedScore multiplier streakLength terms { source amount cappedAmount weight points } } } } }
            """;
    private static final String STANDS = """
            query ($board: String!, $definition: String, $at: DateTime!, $group: GroupValues) {
              leaderboard(key: $board) { window(select: {containing: {definitionKey: $definition, time: $at}}, group: $group) {
                name ranking(group: $group) { standings(first: 100) { edges { node { score participant { externalId } } } } } \
                    } } }
            """;

    /** The policy, which is created or gets a further version, or the error. */
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

    /** The policy with its version activated, or the error. */
    public Answer activate(Map<String, ?> input) {
        return change("activateScoringPolicyVersion", "ActivateScoringPolicyVersionInput", input);
    }

    /** The social policy, or why there is none. */
    public Answer installSocial(Map<String, ?> input) {
        return change("installSocialPolicy", "InstallSocialPolicyInput", input);
    }

    private Answer change(String mutation, String type, Map<String, ?> input) {
        return graphQL.ask(
                        "mutation ($input: " + type + "!) { " + mutation + "(input: $input)" + CHANGED,
                        Map.of("input", input))
                .payload(mutation);
    }

    /** What the days of a participant came to, by a policy. */
    public List<Answer> dayScores(String who, String policy, String from, String through) {
        return graphQL.ask(SCORES, Map.of("who", who, "policy", policy, "start", from, "end", through))
                .list("data", "participant", "dayScores");
    }

    /** The score of each pillar of a participant's one day, by name; none where nothing was counted. */
    public Map<String, String> scores(String who, String policy, String day) {
        return dayScores(who, policy, day, day).stream()
                .flatMap(one -> one.list("pillars").stream())
                .collect(Collectors.toMap(pillar -> pillar.text("name"), pillar -> pillar.text("score")));
    }

    /** Who has which score in a window, by external id; none where there is no such window. */
    public Map<String, String> stands(String board, Map<String, ?> window) {
        Answer found = graphQL.ask(STANDS, with(window, "board", board)).node("data", "leaderboard", "window");
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
