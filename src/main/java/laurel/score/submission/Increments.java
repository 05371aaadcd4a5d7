package laurel.score.submission;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.score.ledger.Ledger;

/** Submissions as a part of somebody else's transaction: how scores follow from what else is stored. */
@Singleton
public class Increments {
    /**
     * How far ahead of the clock one may be achieved: noon here of a day that has just begun at the other end of the
     * world is less.
     */
    public static final Duration AHEAD = Duration.ofDays(2);

    private final Submitter submitter;
    private final Ledger ledger;

    /**
     * A submission.
     *
     * @param keepsGroup whether it names its group only for where nothing stands: in other windows the participant stays
     * in the
     *                   group in which it stands
     */
    public record Increment(ScoreSubmissionInput sent, boolean keepsGroup) {}

    Increments(Submitter submitter, Ledger ledger) {
        this.submitter = submitter;
        this.ledger = ledger;
    }

    /** Makes what {@link #add} cannot make; to be called before the transaction. */
    public void prepare(Instant now) {
        ledger.open(now);
    }

    /**
     * Applies submissions, as many as there are, in order, as {@link Scores#submit} does, and says what became of each,
     * without ranks. {@code achievedAt} may lie up to two days in the future: it says which windows a score counts in.
     * Locks the boards. Throws UnpreparedException where windows are missing.
     */
    public List<SubmissionResult> add(int app, List<Increment> increments, Instant now) {
        List<ReceivedSubmission> received = increments.stream()
                .map(one -> new ReceivedSubmission(one.sent, List.of(), now, now.plus(AHEAD), one.keepsGroup))
                .toList();
        return received.isEmpty() ? List.of() : submitter.apply(app, received);
    }
}
