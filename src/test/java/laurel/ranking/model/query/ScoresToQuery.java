package laurel.ranking.model.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import laurel.ranking.model.leaderboard.ModelRanking;

/** Scores to query: existing ones, their neighbours, and the ends of the range. */
final class ScoresToQuery {
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private ScoresToQuery() {}

    static String near(ModelRanking ranking, Random random) {
        BigInteger score =
                switch (random.nextInt(8)) {
                    case 0 -> MIN;
                    case 1 -> MAX;
                    case 2 -> BigInteger.valueOf(random.nextInt(9) - 4);
                    default -> standing(ranking, random).add(BigInteger.valueOf(random.nextInt(3) - 1));
                };
        return ranking.rules().text(score.max(MIN).min(MAX));
    }

    private static BigInteger standing(ModelRanking ranking, Random random) {
        if (ranking.total() == 0) {
            return BigInteger.ZERO;
        }
        BigDecimal score =
                ranking.standings().get(random.nextInt(ranking.total())).number();
        return score.unscaledValue();
    }
}
