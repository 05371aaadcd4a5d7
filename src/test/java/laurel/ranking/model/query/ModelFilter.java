package laurel.ranking.model.query;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelStanding;

/** A filter, by the names of the schema. */
public record ModelFilter(Map<String, String> bounds) {
    /** Each condition with a probability of two fifths, and bounds near existing scores and ranks. */
    static ModelFilter random(ModelRanking ranking, Random random) {
        Map<String, String> bounds = new TreeMap<>();
        for (String name : new String[] {"scoreAbove", "scoreAtLeast", "scoreBelow", "scoreAtMost"}) {
            if (random.nextInt(5) < 2) {
                bounds.put(name, ScoresToQuery.near(ranking, random));
            }
        }
        for (String name : new String[] {"rankAtMost", "rankAtLeast"}) {
            if (random.nextInt(5) < 2) {
                bounds.put(name, Integer.toString(1 + random.nextInt(ranking.total() + 2)));
            }
        }
        return new ModelFilter(bounds);
    }

    public boolean admits(ModelStanding standing) {
        return bounds.entrySet().stream().allMatch(bound -> {
            int score = standing.number().compareTo(new BigDecimal(bound.getValue()));
            int rank = BigDecimal.valueOf(standing.rank()).compareTo(new BigDecimal(bound.getValue()));
            return switch (bound.getKey()) {
                case "scoreAbove" -> score > 0;
                case "scoreAtLeast" -> score >= 0;
                case "scoreBelow" -> score < 0;
                case "scoreAtMost" -> score <= 0;
                case "rankAtMost" -> rank <= 0;
                case "rankAtLeast" -> rank >= 0;
                default -> throw new IllegalArgumentException(bound.getKey());
            };
        });
    }

    /** As a GraphQL argument. */
    String text() {
        return bounds.entrySet().stream()
                .map(bound -> bound.getKey() + ": "
                        + (bound.getKey().startsWith("rank") ? bound.getValue() : '"' + bound.getValue() + '"'))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
