package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.streak.StreakFill.Filled;
import laurel.streak.StreakFill.OfStreak;
import laurel.streak.StreakFillRepository.Place;

/** Completes streaks that were created or made active again. How far one is is a row of {@link StreakFillRepository}. */
@Singleton
class StreakBackfill implements JobWork<OfStreak, StreakBackfill.More, BackfillStreakResult> {
    private final StreakFillRepository repository;
    private final StreakRepository streaks;
    private final StreakFill fill;
    private final DayRules dayRules;
    private final List<StreakListener> listeners;

    StreakBackfill(
            StreakFillRepository repository,
            StreakRepository streaks,
            StreakFill fill,
            DayRules dayRules,
            List<StreakListener> listeners) {
        this.repository = repository;
        this.streaks = streaks;
        this.fill = fill;
        this.dayRules = dayRules;
        this.listeners = listeners;
    }

    /** There is a further part, from the place that is stored. */
    @Serdeable
    record More(int partCount) {}

    @Override
    public JobKind kind() {
        return JobKind.BACKFILL_STREAK;
    }

    @Override
    public Class<OfStreak> parameters() {
        return OfStreak.class;
    }

    @Override
    public Class<More> continuation() {
        return More.class;
    }

    @Override
    public Class<BackfillStreakResult> result() {
        return BackfillStreakResult.class;
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public Step<More, BackfillStreakResult> part(Part<OfStreak, More, BackfillStreakResult> part, Instant now) {
        dayRules.lock(part.app());
        long id = part.parameters().streakId();
        int days = part.result() == null ? 0 : part.result().dayCount();
        Optional<Place> place = repository.place(id);
        if (place.isPresent()) {
            Filled filled = fill.part(streaks.byId(id), place.get());
            days += filled.days();
            if (!filled.changes().isEmpty()) {
                listeners.forEach(listener -> listener.changed(part.app(), filled.changes(), now));
            }
        }
        var result = new BackfillStreakResult(id, days);
        int parts = part.from() == null ? 1 : part.from().partCount + 1;
        return repository.place(id).isEmpty() ? Step.last(result) : new Step<>(new More(parts), result, null);
    }
}
