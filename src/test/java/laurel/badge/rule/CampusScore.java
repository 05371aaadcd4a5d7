package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** A score on the leaderboard {@code arena} in the group of a campus. */
record CampusScore(String participant, String campus, int score) {
    /** Submits scores in one request, and returns the IDs of the submissions. */
    static List<String> submit(GraphQLClient client, CampusScore... scores) {
        List<Map<String, Object>> items = Stream.of(scores)
                .map(score -> Map.<String, Object>of(
                        "leaderboardKey",
                        "arena",
                        "participant",
                        Map.of("externalId", score.participant),
                        "score",
                        score.score,
                        "group",
                        Map.of("campus", score.campus)))
                .toList();
        Answer answer = client.ask(
                        "mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) {"
                                + " results { receipt { submission { id } } } failedCount } }",
                        Map.of("items", items))
                .node("data", "submitScores");
        assertThat(answer.at("failedCount")).isEqualTo(0);
        return answer.list("results").stream()
                .map(result -> result.text("receipt", "submission", "id"))
                .toList();
    }

    /** Returns the worst rank that wins among a number of entries. */
    interface WorstRank {
        int of(int entries);
    }

    /** The winners of each campus: those with this rank among the best scores of its participants. */
    static List<String> winners(Collection<CampusScore> scores, WorstRank worst) {
        Map<String, CampusScore> best = new HashMap<>();
        scores.forEach(
                score -> best.merge(score.participant, score, (one, other) -> one.score >= other.score ? one : other));
        return best.values().stream()
                .filter(score -> {
                    List<CampusScore> group = best.values().stream()
                            .filter(other -> other.campus.equals(score.campus))
                            .toList();
                    long rank = 1
                            + group.stream()
                                    .filter(other -> other.score > score.score)
                                    .count();
                    return rank <= worst.of(group.size());
                })
                .map(CampusScore::participant)
                .sorted()
                .toList();
    }
}
