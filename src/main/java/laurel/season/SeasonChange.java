package laurel.season;

import java.time.Instant;
import laurel.leaderboard.Season;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says that a season shall be from now on.
 *
 * @param version  that they have read of the board
 * @param name     null is as it was
 * @param startsAt null is as it was
 * @param endsAt   null is as it was
 * @param openEnded whether it shall have no end any more
 */
record SeasonChange(
        String leaderboard,
        int version,
        int number,
        @Nullable String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        boolean openEnded) {

    Season of(Season before) {
        Instant end = endsAt == null ? before.endsAt() : endsAt;
        return before.with(
                name == null ? before.name() : name,
                startsAt == null ? before.startsAt() : startsAt,
                openEnded ? null : end);
    }
}
