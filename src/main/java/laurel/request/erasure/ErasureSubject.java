package laurel.request.erasure;

import io.micronaut.core.annotation.Introspected;
import java.util.List;

/**
 * A participant that is erased. Has nothing that names it, so that work which continues later can store it.
 *
 * @param app         database ID of its app
 * @param participant database ID of the participant, which keeps its row
 * @param removed     whether its entries and submissions are deleted; otherwise they stay without a participant
 * @param withheldOn  IDs of the leaderboards on which its entries were not ranked, 0 for all: there, they are deleted anyway
 */
@Introspected
public record ErasureSubject(int app, long participant, boolean removed, List<Integer> withheldOn) {
    /** Whether its submissions to all leaderboards are deleted. */
    public boolean removedFromAll() {
        return removed || withheldOn.contains(0);
    }
}
