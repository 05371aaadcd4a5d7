package laurel.season;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import org.jspecify.annotations.Nullable;

/** One of a board's seasons: what the schema calls Season. */
record SeasonOf(Leaderboard board, Season season) {
    static SeasonOf number(Leaderboard board, int number) {
        return new SeasonOf(board, board.seasons().get(number - 1));
    }

    @Nullable
    Instant endsAt() {
        return season.end(board.seasons());
    }
}
