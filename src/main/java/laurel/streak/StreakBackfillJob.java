package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.streak.StreakBackfill.Filled;
import laurel.streak.StreakBackfill.OfStreak;
import laurel.streak.StreakBackfillRepository.Place;
import laurel.streak.run.StreakListener;

/**
 * Completes streaks that were created or made active again. How far one is is a row of {@link
 * StreakCompletionRepository}.
 */
@Singleton
public class StreakBackfillJob implements JobWork<OfStreak, JobWork.Stored, BackfillStreakResult> {
    private final StreakBackfillRepository repository;
    private final StreakRepository streaks;
    private final StreakBackfill fill;
    private final DayRules dayRules;
    private final List<StreakListener> listeners;

    StreakBackfillJob(
            StreakBackfillRepository repository,
            StreakRepository streaks,
            StreakBackfill fill,
            DayRules dayRules,
            List<StreakListener> listeners) {
        this.repository = repository;
        this.streaks = streaks;
        this.fill = fill;
        this.dayRules = dayRules;
        this.listeners = listeners;
    }

    @Override
    public JobKind kind() {
        return JobKind.BACKFILL_STREAK;
    }

    @Override
    public Types<OfStreak, Stored, BackfillStreakResult> types() {
        return new Types<>(OfStreak.class, Stored.class, BackfillStreakResult.class);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public Step<Stored, BackfillStreakResult> part(Part<OfStreak, Stored, BackfillStreakResult> part, Instant now) {
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
        return repository.place(id).isEmpty() ? Step.last(result) : new Step<>(new Stored(), result, null);
    }
}
