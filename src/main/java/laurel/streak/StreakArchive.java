package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.Attempts;
import laurel.database.sql.Sql;
import laurel.streak.Streaks.StreakVersion;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;

/** Archives streaks, which then count nothing, and makes them active again, with everything that was counted meanwhile. */
@Singleton
public class StreakArchive {
    private final Sql sql;
    private final Streaks streaks;
    private final StreakRepository repository;
    private final StreakBackfill fill;
    private final List<StreakListener> listeners;

    StreakArchive(
            Sql sql,
            Streaks streaks,
            StreakRepository repository,
            StreakBackfill fill,
            List<StreakListener> listeners) {
        this.sql = sql;
        this.streaks = streaks;
        this.repository = repository;
        this.fill = fill;
        this.listeners = listeners;
    }

    /** Archives a streak unless it is archived. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT. */
    public Streak archive(int app, StreakVersion which, Instant now) {
        return sql.inTransaction(() -> {
            Streak streak = streaks.locked(app, which);
            if (!streak.isArchived()) {
                fill.end(streak);
                repository.archive(streak.id(), now, now);
            }
            return repository.byId(streak.id());
        });
    }

    /** Makes an archived streak active. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT, LIMIT_REACHED. */
    public Streak unarchive(int app, StreakVersion which, Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
        return Attempts.inTransaction(sql, () -> {
            Streak streak = streaks.locked(app, which);
            if (streak.isArchived()) {
                streaks.checkRoom(app, "streakKey");
                repository.archive(streak.id(), null, now);
                List<StreakChange> changes = fill.begin(streak, now);
                listeners.forEach(listener -> listener.changed(app, changes, now));
            }
            return repository.byId(streak.id());
        });
    }
}
