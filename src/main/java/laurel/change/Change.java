package laurel.change;

import java.time.Instant;
import java.util.List;
import laurel.rankindex.EntryMove;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction changed in the rankings of a board.
 *
 * @param sequence grows with the changes of a board, in the order in which they are committed; there are gaps
 * @param at       when, by the service's clock
 * @param shifts   every entry that came, went, or was written anew at its old place; null where there were too many to
 *                 tell, so that whoever follows the board reads it anew
 */
public record Change(
        long sequence,
        int leaderboardId,
        Instant at,
        @Nullable List<EntryMove> shifts) {}
