package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Sql;
import laurel.streak.Streaks.StreakVersion;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;

/** Archives and unarchives streaks. An archived streak counts nothing; the activity is added after it is unarchived. */
@Singleton
public class StreakArchive {
    private final Sql sql;
    private final Streaks streaks;
    private final StreakRepository repository;
    private final StreakBackfill backfill;
    private final List<StreakListener> listeners;

    StreakArchive(
            Sql sql,
            Streaks streaks,
            StreakRepository repository,
            StreakBackfill backfill,
            List<StreakListener> listeners) {
        this.sql = sql;
        this.streaks = streaks;
        this.repository = repository;
        this.backfill = backfill;
        this.listeners = listeners;
    }

    /** Archives a streak, unless it is archived. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT. */
    public Streak archive(int app, StreakVersion expected, Instant now) {
        return sql.inTransaction(() -> {
            Streak streak = streaks.locked(app, expected);
            if (!streak.isArchived()) {
                backfill.cancel(streak);
                repository.archive(streak.id(), now, now);
            }
            return repository.byId(streak.id());
        });
    }

    /** Unarchives a streak. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT, LIMIT_REACHED. */
    public Streak unarchive(int app, StreakVersion expected, Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
        return PartitionRetry.inTransaction(sql, () -> {
            Streak streak = streaks.locked(app, expected);
            if (streak.isArchived()) {
                streaks.checkCount(app, "streakKey");
                repository.archive(streak.id(), null, now);
                List<StreakChange> changes = backfill.begin(streak, now);
                listeners.forEach(listener -> listener.streaksChanged(app, changes, now));
            }
            return repository.byId(streak.id());
        });
    }
}
