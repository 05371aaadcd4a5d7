package laurel.rankindex;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one entry of a ranking changes its place.
 *
 * @param before null where it comes
 * @param after  null where it goes
 */
public record EntryMove(
        long rankingId, @Nullable RankKey before, @Nullable RankKey after) {

    /** Whose entry it is. */
    public long participantId() {
        return Objects.requireNonNull(after == null ? before : after).participantId();
    }

    /** Whether the order changes at all. */
    boolean moves() {
        return !Objects.equals(before, after);
    }
}
