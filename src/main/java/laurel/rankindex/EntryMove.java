package laurel.rankindex;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of one entry's key in a ranking.
 *
 * @param before null for a new entry
 * @param after  null for a removed entry
 */
public record EntryMove(
        long rankingId, @Nullable RankKey before, @Nullable RankKey after) {

    public long participantId() {
        return Objects.requireNonNull(after == null ? before : after).participantId();
    }

    /** Whether the key changes. An entry may be written without moving. */
    boolean moves() {
        return !Objects.equals(before, after);
    }
}
