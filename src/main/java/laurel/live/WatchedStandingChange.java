package laurel.live;

import java.util.Objects;
import java.util.Optional;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * Where a watched participant stands, and since what was told before where it stood.
 *
 * @param reason       null in a full state
 * @param previousRank null where it had no entry, and in a full state
 * @param rank         null where it has no entry any more
 */
public record WatchedStandingChange(
        long participantId,
        @Nullable StandingChangeReason reason,
        @Nullable Integer previousRank,
        @Nullable Integer rank,
        @Nullable Standing standing) {
    /** Of a full state. */
    static WatchedStandingChange of(Standing standing) {
        return new WatchedStandingChange(standing.participantId(), null, null, rank(standing), standing);
    }

    /** What has become of an entry; empty where there is nothing to tell. */
    static Optional<WatchedStandingChange> between(
            long participant, @Nullable Standing before, @Nullable Standing after) {
        boolean changed = before == null || after == null || !before.sameEntry(after);
        return between(participant, before == null ? null : rank(before), after, changed);
    }

    /**
     * The same where only the rank of then is known.
     *
     * @param changed whether the entry itself may have changed
     */
    static Optional<WatchedStandingChange> between(
            long participant, @Nullable Integer previousRank, @Nullable Standing after, boolean changed) {
        Integer rank = after == null ? null : rank(after);
        StandingChangeReason reason = reason(previousRank, rank, changed);
        return reason == null
                ? Optional.empty()
                : Optional.of(new WatchedStandingChange(participant, reason, previousRank, rank, after));
    }

    private static @Nullable StandingChangeReason reason(
            @Nullable Integer before, @Nullable Integer after, boolean changed) {
        if (after == null) {
            return before == null ? null : StandingChangeReason.REMOVED;
        }
        if (before == null || before.equals(after)) {
            return before == null || changed ? StandingChangeReason.SUBMITTED : null;
        }
        return after < before ? StandingChangeReason.OVERTOOK : StandingChangeReason.OVERTAKEN;
    }

    private static Integer rank(Standing standing) {
        return Objects.requireNonNull(standing.ranks().rank());
    }

    /** Why a watched participant is told of. */
    enum StandingChangeReason {
        /** Its entry is new, or has changed and kept its rank. */
        SUBMITTED,
        /** Its rank is worse. */
        OVERTAKEN,
        /** Its rank is better. */
        OVERTOOK,
        /** It has no entry any more. */
        REMOVED
    }
}
