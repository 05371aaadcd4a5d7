package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Score of a day: the sum of the terms, times the multiplier.
 *
 * @param multiplier     null if there is none
 * @param leaderboardKey key of the leaderboard that receives the score; null if there is none
 */
@Serdeable
public record Pillar(
        String name,
        List<ScoreTerm> terms,
        @Nullable Multiplier multiplier,
        @Nullable String leaderboardKey) {
    /** Decimals of the score of a pillar without a leaderboard. */
    public static final int DECIMALS = 9;

    public Pillar {
        terms = List.copyOf(terms);
    }
}
