package laurel.live;

import java.util.Objects;
import java.util.Optional;
import laurel.change.StandingChangeReason;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * A changed standing of a watched participant.
 *
 * @param reason       null in a snapshot
 * @param previousRank null if it had no entry, and in a snapshot
 * @param rank         null if it has no entry any more
 */
public record WatchedStandingChange(
        long participantId,
        @Nullable StandingChangeReason reason,
        @Nullable Integer previousRank,
        @Nullable Integer rank,
        @Nullable Standing standing) {
    /** A standing of a snapshot. */
    static WatchedStandingChange snapshot(Standing standing) {
        return new WatchedStandingChange(standing.participantId(), null, null, rank(standing), standing);
    }

    /** The change between two states; empty if there is none. */
    static Optional<WatchedStandingChange> between(
            long participant, @Nullable Standing before, @Nullable Standing after) {
        boolean changed = before == null || after == null || !before.sameEntry(after);
        return between(participant, before == null ? null : rank(before), after, changed);
    }

    /**
     * The change from an earlier rank.
     *
     * @param changed whether the entry itself may have changed
     */
    static Optional<WatchedStandingChange> between(
            long participant, @Nullable Integer previousRank, @Nullable Standing after, boolean changed) {
        Integer rank = after == null ? null : rank(after);
        return StandingChangeReason.between(previousRank, rank, changed)
                .map(reason -> new WatchedStandingChange(participant, reason, previousRank, rank, after));
    }

    private static Integer rank(Standing standing) {
        return Objects.requireNonNull(standing.ranks().rank());
    }
}
