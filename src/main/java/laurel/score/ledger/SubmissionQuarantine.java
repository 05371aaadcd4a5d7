package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a submission was quarantined, and what was decided. All is null if it never was.
 *
 * @param quarantineReasons the limits that it exceeded
 * @param decision          the last one; null before the first
 * @param decidedBy         name of the identity that decided
 * @param decisionReason    null if none was given
 */
@Introspected
public record SubmissionQuarantine(
        @Nullable List<QuarantineReason> quarantineReasons,
        @Nullable QuarantineDecision decision,
        @Nullable Instant decidedAt,
        @Nullable String decidedBy,
        @Nullable String decisionReason) {

    /** A limit of plausible submissions that a submission exceeded. */
    public enum QuarantineReason {
        STEP,
        RATE
    }

    /** What was decided about a quarantined submission. */
    public enum QuarantineDecision {
        APPROVED,
        REJECTED
    }

    /** Of a submission that waits for a decision; of one that counts, if there are no reasons. */
    public static SubmissionQuarantine of(List<QuarantineReason> reasons) {
        return new SubmissionQuarantine(reasons.isEmpty() ? null : reasons, null, null, null, null);
    }

    /** Whether the submission counts, unless it is removed. */
    public boolean counts() {
        return quarantineReasons == null || decision == QuarantineDecision.APPROVED;
    }
}
