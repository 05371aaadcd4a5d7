package laurel.streak;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.Background;
import laurel.Serving;
import laurel.streak.StreakFillRepository.Place;
import org.jdbi.v3.core.Handle;

/** Completes new streaks in the background. */
@Singleton
@Serving
class StreakFilling implements BackgroundWork {
    private final BackgroundParts parts;
    private final StreakFillRepository repository;
    private final StreakRepository streaks;
    private final StreakFill fill;
    private final List<StreakListener> listeners;

    StreakFilling(
            BackgroundParts parts,
            StreakFillRepository repository,
            StreakRepository streaks,
            StreakFill fill,
            List<StreakListener> listeners) {
        this.parts = parts;
        this.repository = repository;
        this.streaks = streaks;
        this.fill = fill;
        this.listeners = listeners;
    }

    @Scheduled(fixedDelay = "${laurel.activity.every:1s}", initialDelay = "${laurel.activity.every:1s}")
    @Background
    void run() {
        drain();
    }

    /** Completes all streaks, except those that another node is at. */
    void drain() {
        parts.drain(this);
    }

    @Override
    public String name() {
        return "streaks";
    }

    @Override
    public List<Integer> apps(Handle handle) {
        return repository.apps(handle);
    }

    @Override
    public long left(Handle handle, int most) {
        return repository.count(handle);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public boolean part(Handle transaction, int app, Instant now) {
        Optional<Place> next = repository.next(transaction, app);
        next.ifPresent(place -> {
            Streak streak = streaks.byId(transaction, place.streakId());
            List<StreakChange> changes = fill.part(transaction, streak, place);
            if (!changes.isEmpty()) {
                listeners.forEach(listener -> listener.changed(transaction, app, changes, now));
            }
        });
        return next.isPresent();
    }
}
