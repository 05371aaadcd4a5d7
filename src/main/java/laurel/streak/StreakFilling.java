package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.streak.StreakFillRepository.Place;

/** Completes new streaks in the background. */
@Singleton
class StreakFilling implements BackgroundWork {
    private final StreakFillRepository repository;
    private final StreakRepository streaks;
    private final StreakFill fill;
    private final List<StreakListener> listeners;

    StreakFilling(
            StreakFillRepository repository,
            StreakRepository streaks,
            StreakFill fill,
            List<StreakListener> listeners) {
        this.repository = repository;
        this.streaks = streaks;
        this.fill = fill;
        this.listeners = listeners;
    }

    @Override
    public String name() {
        return "streaks";
    }

    @Override
    public List<Integer> apps() {
        return repository.apps();
    }

    @Override
    public long left(int most) {
        return repository.count(most);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public boolean part(int app, Instant now) {
        Optional<Place> next = repository.next(app);
        next.ifPresent(place -> {
            Streak streak = streaks.byId(place.streakId());
            List<StreakChange> changes = fill.part(streak, place);
            if (!changes.isEmpty()) {
                listeners.forEach(listener -> listener.changed(app, changes, now));
            }
        });
        return next.isPresent();
    }
}
