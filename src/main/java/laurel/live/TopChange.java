package laurel.live;

import java.util.List;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * The top of a ranking, or how it has changed since what was told before.
 *
 * @param left   ids of the participants who are in it no more
 * @param placed who stands in it now: all of it where it is full, else who came or changed
 */
record TopChange(
        long sequence,
        String cursor,
        boolean full,
        @Nullable Long windowId,
        int total,
        List<Long> left,
        List<Standing> placed) {}
