package laurel.ranking;

import laurel.index.IndexReport;
import laurel.ranking.RankingCheckRepository.Listed;

/**
 * What a check of a ranking's index came to.
 *
 * @param found    before any repair
 * @param repaired whether there were differences, and are none any more
 */
record RankingCheck(Listed ranking, IndexReport found, boolean repaired) {
    /** Whether its index is right now. */
    boolean right() {
        return found.right() || repaired;
    }
}
