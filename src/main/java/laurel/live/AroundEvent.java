package laurel.live;

import java.util.List;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * A participant and its neighbours.
 *
 * @param baseCursor the state before the changes; null in a snapshot
 * @param standings  the whole list; empty if the participant has no entry
 * @param removed    ids of the participants that left the list
 * @param upserted   standings that are new or have changed
 */
public record AroundEvent(
        RankingState state,
        String cursor,
        @Nullable String baseCursor,
        List<Standing> standings,
        List<Long> removed,
        List<Standing> upserted) {
    /** The first standing of the list; null if it is empty. */
    public @Nullable Standing start() {
        return standings.isEmpty() ? null : standings.getFirst();
    }
}
