package laurel.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Defines policies over HTTP, and reads what they make of activity. */
public record PolicyClient(GraphQLClient graphQL) {
    private static final String CHANGED = """
             { ... on ScoringPolicy { key days { basis zone } current { number } inForce { from version }
                 versions { number pillars { name leaderboard { key decimals } } } }
               ... on Refusal { code message path } } }
            """;
    private static final String SCORES = """
            query ($who: String!, $policy: String!, $from: Date!, $through: Date!) { participant(ref: {external: {externalId: \
                $who}}) {
              dayScores(policy: $policy, from: $from, through: $through) { day version pillars {
                name score submitted multiplier streakLength terms { of count capped weight points } } } } }
            """;
    private static final String STANDS = """
            query ($board: String!, $definition: String, $at: DateTime!, $group: GroupValues) {
              leaderboard(key: $board) { window(select: {containing: {definitionKey: $definition, time: $at}}, group: $group) {
                name ranking(group: $group) { standings(first: 100) { edges { node { score participant { externalId } } } } } \
                    } } }
            """;

    /** The policy, or why it is refused. */
    public Answer define(Map<String, ?> input) {
        return change("defineScoringPolicy", "DefineScoringPolicyInput", input);
    }

    /** The policy, or why its version is not made current. */
    public Answer makeCurrent(Map<String, ?> input) {
        return change("makeScoringPolicyCurrent", "MakeScoringPolicyCurrentInput", input);
    }

    /** The social policy, or why there is none. */
    public Answer adoptSocial(Map<String, ?> input) {
        return change("adoptSocialPolicy", "AdoptSocialPolicyInput", input);
    }

    private Answer change(String mutation, String type, Map<String, ?> input) {
        return graphQL.ask(
                        "mutation ($input: " + type + "!) { " + mutation + "(input: $input)" + CHANGED,
                        Map.of("input", input))
                .node("data", mutation);
    }

    /** What the days of a participant came to, by a policy. */
    public List<Answer> dayScores(String who, String policy, String from, String through) {
        return graphQL.ask(SCORES, Map.of("who", who, "policy", policy, "from", from, "through", through))
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
