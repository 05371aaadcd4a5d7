package laurel.ranking.model.leaderboard;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A standing as returned or expected. Floating-point numbers are rounded.
 *
 * @param submission the number of the submission that determines the entry
 */
public record ModelStanding(
        String participant,
        ModelGroup group,
        String score,
        String subscore,
        String achievedAt,
        @Nullable Object metadata,
        int submission,
        int total,
        int rank,
        int denseRank,
        int position,
        double percentRank,
        double percentile,
        @Nullable String gapToNext) {
    public static final String FIELDS = """
            fragment S on Standing {
              participant { externalId } ranking { group { values } } score subscore achievedAt metadata
              submission { id } ranking { entryCount } rank dense: denseRank position percentRank percentile gapToNext
            }
            """;

    public ModelStanding {
        percentRank = rounded(percentRank);
        percentile = rounded(percentile);
    }

    /** The standing after those that are better. */
    static ModelStanding of(
            ModelRules rules,
            ModelGroup group,
            String participant,
            ModelEntry entry,
            ModelRanks.RankRow row,
            List<ModelStanding> better) {
        String score = rules.text(entry.score());
        return new ModelStanding(
                participant,
                group,
                score,
                entry.subscore().toString(),
                entry.achievedAt().toString(),
                ModelLedgerEntry.metadata(entry.submission().sent().note()),
                entry.submission().number(),
                row.total(),
                row.rank(),
                row.denseRank(),
                row.position(),
                row.percentRank(),
                row.total() == 1 ? 100 : (1 - row.rank() / (double) row.total()) * 100,
                points(score, row.rank(), better));
    }

    /** Reads the result of {@link #FIELDS}. */
    public static ModelStanding read(Answer node, ModelIds ids) {
        return new ModelStanding(
                node.text("participant", "externalId"),
                ModelGroup.read(node.node("ranking", "group")),
                node.text("score"),
                node.text("subscore"),
                node.text("achievedAt"),
                node.at("metadata"),
                ids.number(node.text("submission", "id")),
                Integer.parseInt(node.text("ranking", "entryCount")),
                Integer.parseInt(node.text("rank")),
                Integer.parseInt(node.text("dense")),
                Integer.parseInt(node.text("position")),
                Double.parseDouble(node.text("percentRank")),
                Double.parseDouble(node.text("percentile")),
                (String) node.at("gapToNext"));
    }

    /** A value by the name of its field. */
    public Object field(String name) {
        return switch (name) {
            case "ranking { entryCount }" -> total;
            case "rank" -> rank;
            case "denseRank" -> denseRank;
            case "position" -> position;
            case "percentRank" -> percentRank;
            case "percentile" -> percentile;
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** A number by the name of its field. */
    public static Object number(Answer node, String field) {
        Object value = field.startsWith("ranking") ? node.at("ranking", "entryCount") : node.at(field);
        return value instanceof Integer whole ? whole : rounded(Double.parseDouble(node.text(field)));
    }

    public BigDecimal number() {
        return new BigDecimal(score);
    }

    /** Compares a number with that of a field. */
    public int compareTo(BigDecimal otherScore, BigInteger otherSubscore) {
        int comparison = number().compareTo(otherScore);
        return comparison == 0 ? new BigInteger(subscore).compareTo(otherSubscore) : comparison;
    }

    /** The difference to the next better score. */
    private static @Nullable String points(String score, int rank, List<ModelStanding> better) {
        return better.reversed().stream()
                .filter(one -> one.rank < rank)
                .findFirst()
                .map(next -> next.number().subtract(new BigDecimal(score)).abs().toPlainString())
                .orElse(null);
    }

    private static double rounded(double value) {
        return Math.rint(value * 1e9) / 1e9;
    }
}
