package laurel.live;

import java.time.Instant;
import java.util.Optional;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.Leaderboard;
import laurel.window.Bounds;
import laurel.window.NamedWindow;
import laurel.window.Schedule;
import laurel.window.WindowInput;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Which window a followed ranking is of at a moment.
 *
 * @param key   of the present window of its definition; empty where its name says it, or there is none
 * @param named of its name; empty where its definition says it
 * @param until when the clock will have brought another window; null where it will not
 */
record Sought(
        Optional<WindowKey> key,
        Optional<NamedWindow> named,
        @Nullable Instant until) {
    /** Throws a RequestException if the arguments do not fit the board. */
    static Sought of(Followed followed, Leaderboard board, Instant now) {
        WindowInput input = followed.on(board);
        if (followed.window() != null) {
            return new Sought(Optional.empty(), input.named(followed.window()), null);
        }
        Instant present = board.time(now);
        Optional<WindowKey> key = input.key(present);
        return new Sought(key, Optional.empty(), until(input, board, key, present));
    }

    private static @Nullable Instant until(
            WindowInput input, Leaderboard board, Optional<WindowKey> key, Instant present) {
        if (board.clock() != BoardClock.SYSTEM) {
            return null;
        }
        if (key.isPresent()) {
            return key.get().bounds().endsAt();
        }
        Bounds next = input.definition()
                .filter(board.windows()::contains)
                .flatMap(definition -> input.zone(definition).map(zone -> Schedule.of(board, definition, zone)))
                .map(schedule -> schedule.next(present))
                .orElse(null);
        return next == null ? null : next.startsAt();
    }
}
