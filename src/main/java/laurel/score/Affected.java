package laurel.score;

import java.util.Objects;
import java.util.stream.Stream;
import laurel.leaderboard.Group;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * A change, and whose entry it is.
 *
 * @param ranked whether it shall tell ranks
 */
record Affected(long participantId, EntryChange change, boolean ranked) {
    /** The rankings that it tells of. */
    Stream<RankingKey> rankings() {
        return Stream.of(change.previousGroup(), change.group())
                .filter(Objects::nonNull)
                .map(this::ranking);
    }

    RankingKey ranking(Group group) {
        return new RankingKey(change.windowId(), group);
    }

    @Nullable
    RankingKey previousRanking() {
        Group previous = change.previousGroup();
        return previous == null ? null : ranking(previous);
    }
}
