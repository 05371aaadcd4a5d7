package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Keeps streaks. */
@Singleton
public class Streaks {
    /**
     * Follows activity, within the caller's transaction, which holds the lock of the app's activity. Streak listeners are not told: the
     * caller is told instead.
     */
    public List<StreakChange> follow(Handle transaction, int app, Collection<DayActivity> activity, Instant now) {
        return List.of();
    }

    /**
     * How many days (weeks) that count each streak had on its day, that day included, whether the day itself counts or is covered; 0
     * where it is neither. Every one asked for is there.
     */
    public Map<StreakDay, Integer> lengths(Handle handle, Collection<StreakDay> asked) {
        return Map.of();
    }

    /** The streak of this key; empty where the app has none. */
    public Optional<Streak> byKey(Handle handle, int app, String key) {
        return Optional.empty();
    }
}
