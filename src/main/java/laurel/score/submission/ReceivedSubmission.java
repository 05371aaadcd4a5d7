package laurel.score.submission;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import laurel.score.entry.EntryChange;

/**
 * A submission as it arrived.
 *
 * @param ranked     the changes that its answer shall tell ranks of
 * @param at         when
 * @param until      the latest moment that it may have been achieved at
 * @param keepsGroup whether what stands stays in its group, and counts in the one that is named only where nothing stands
 */
public record ReceivedSubmission(
        ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant at, Instant until, boolean keepsGroup) {
    /** How far ahead of the service's clock a sender's clock may be. */
    static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    /** As a client sent it. */
    ReceivedSubmission(ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant at) {
        this(sent, ranked, at, at.plus(CLOCK_SKEW), false);
    }

    boolean ranks(EntryChange change) {
        return ChangeFilter.anyTakes(ranked, change);
    }
}
