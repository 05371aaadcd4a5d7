package laurel.ranking;

import java.util.Map;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** A standing, as the service tells it or as it must. Floating-point numbers are rounded, all else is exact. */
record ModelStanding(
        String who,
        String score,
        String subscore,
        String achievedAt,
        @Nullable Object metadata,
        int rank,
        int denseRank,
        int position,
        double percentRank,
        double percentile) {
    static final String FIELDS = """
            fragment S on Standing {
              participant { externalId } score subscore achievedAt metadata
              rank dense: denseRank position percentRank percentile
            }
            """;

    ModelStanding {
        percentRank = rounded(percentRank);
        percentile = rounded(percentile);
    }

    /** What {@link #FIELDS} gave. */
    static ModelStanding of(Answer node) {
        return new ModelStanding(
                node.text("participant", "externalId"),
                node.text("score"),
                node.text("subscore"),
                node.text("achievedAt"),
                node.at("metadata"),
                Integer.parseInt(node.text("rank")),
                Integer.parseInt(node.text("dense")),
                Integer.parseInt(node.text("position")),
                Double.parseDouble(node.text("percentRank")),
                Double.parseDouble(node.text("percentile")));
    }

    /** One of these, by the name of the schema's field. */
    Object field(String name) {
        return switch (name) {
            case "rank" -> rank;
            case "denseRank" -> denseRank;
            case "position" -> position;
            case "percentRank" -> percentRank;
            case "percentile" -> percentile;
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** A number that stands under the name of a field, as {@link #field} has it. */
    static Object number(Answer node, String field) {
        return node.at(field) instanceof Integer whole ? whole : rounded(Double.parseDouble(node.text(field)));
    }

    static @Nullable Object metadata(@Nullable Integer says) {
        return says == null ? null : Map.of("says", says);
    }

    private static double rounded(double value) {
        return Math.rint(value * 1e9) / 1e9;
    }
}
