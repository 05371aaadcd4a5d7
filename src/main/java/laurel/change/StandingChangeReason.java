package laurel.change;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why the standing of a participant is reported as changed. */
public enum StandingChangeReason {
    /** Its entry is new, or has changed and kept its rank. */
    SUBMITTED,
    /** Its rank is worse. */
    OVERTAKEN,
    /** Its rank is better. */
    OVERTOOK,
    /** Its entry was removed. */
    REMOVED;

    /**
     * The reason of a change between two states; empty if nothing has changed.
     *
     * @param before  the rank; null without an entry
     * @param after   the rank; null without an entry
     * @param changed whether the entry itself may have changed
     */
    public static Optional<StandingChangeReason> between(
            @Nullable Integer before, @Nullable Integer after, boolean changed) {
        if (after == null) {
            return before == null ? Optional.empty() : Optional.of(REMOVED);
        }
        if (before == null) {
            return Optional.of(SUBMITTED);
        }
        if (before.equals(after)) {
            return changed ? Optional.of(SUBMITTED) : Optional.empty();
        }
        return Optional.of(after < before ? OVERTOOK : OVERTAKEN);
    }
}
