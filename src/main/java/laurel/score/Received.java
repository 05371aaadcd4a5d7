package laurel.score;

import java.time.Instant;
import java.util.Collection;

/**
 * A submission as it arrived.
 *
 * @param ranked the changes that its answer shall tell ranks of
 * @param at     when
 */
record Received(ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant at) {
    boolean ranks(EntryChange change) {
        return ChangeFilter.anyTakes(ranked, change);
    }
}
