package laurel.live;

import java.util.Objects;
import laurel.ranking.RankingRead.RankingReadResult;
import laurel.request.EmissionBatch;
import org.jspecify.annotations.Nullable;

/**
 * What the events of one update of a ranking are made from.
 *
 * @param before null if this is the first state
 * @param seen   what was read; null if nothing was
 * @param batch  renders the emissions
 */
record RankingTransition(
        LiveRanking live,
        @Nullable RankingState before,
        RankingState after,
        @Nullable RankingReadResult seen,
        AroundUpdate around,
        EmissionBatch batch) {
    RankingState earlier() {
        return Objects.requireNonNull(before);
    }
}
