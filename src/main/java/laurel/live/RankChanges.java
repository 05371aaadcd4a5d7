package laurel.live;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where watched participants stand, or what has become of them since what was told before. */
record RankChanges(
        long sequence,
        String cursor,
        boolean full,
        @Nullable Long windowId,
        List<RankChange> changes) {}
