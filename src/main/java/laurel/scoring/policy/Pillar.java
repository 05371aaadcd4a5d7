package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A score of a day: the sum of its terms, times its multiplier.
 *
 * @param leaderboardKey of the board that it feeds; null is none
 */
@Serdeable
public record Pillar(
        String name,
        List<ScoreTerm> terms,
        @Nullable Multiplier multiplier,
        @Nullable String leaderboardKey) {
    /** Decimals of the score of a pillar that feeds no board. */
    public static final int DECIMALS = 9;

    public Pillar {
        terms = List.copyOf(terms);
    }
}
