package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.streak.StreakBackfill.BackfillParameters;
import laurel.streak.StreakBackfill.BackfilledPart;
import laurel.streak.StreakBackfillRepository.BackfillPosition;
import laurel.streak.run.StreakListener;

/** Adds past activity to streaks that were created or unarchived. {@link StreakBackfillRepository} stores the position. */
@Singleton
public class StreakBackfillJob
        implements JobWork<BackfillParameters, JobWork.Stored, StreakBackfillJob.BackfillStreakResult> {
    private final StreakBackfillRepository repository;
    private final StreakRepository streaks;
    private final StreakBackfill backfill;
    private final DayRules dayRules;
    private final List<StreakListener> listeners;

    StreakBackfillJob(
            StreakBackfillRepository repository,
            StreakRepository streaks,
            StreakBackfill backfill,
            DayRules dayRules,
            List<StreakListener> listeners) {
        this.repository = repository;
        this.streaks = streaks;
        this.backfill = backfill;
        this.dayRules = dayRules;
        this.listeners = listeners;
    }

    @Override
    public JobKind kind() {
        return JobKind.BACKFILL_STREAK;
    }

    @Override
    public Types<BackfillParameters, Stored, BackfillStreakResult> types() {
        return new Types<>(BackfillParameters.class, Stored.class, BackfillStreakResult.class);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public Step<Stored, BackfillStreakResult> part(
            Part<BackfillParameters, Stored, BackfillStreakResult> part, Instant now) {
        dayRules.lock(part.app());
        long id = part.parameters().streakId();
        int dayCount = part.result() == null ? 0 : part.result().dayCount();
        Optional<BackfillPosition> position = repository.position(id);
        if (position.isPresent()) {
            BackfilledPart added = backfill.addPart(streaks.byId(id), position.get());
            dayCount += added.dayCount();
            if (!added.changes().isEmpty()) {
                Instant startedAt = position.get().startedAt();
                listeners.forEach(listener -> listener.streaksBackfilled(part.app(), added.changes(), startedAt, now));
            }
        }
        var result = new BackfillStreakResult(id, dayCount);
        return repository.position(id).isEmpty() ? Step.last(result) : new Step<>(new Stored(), result, null);
    }

    /**
     * Progress of a job that adds past activity to a streak.
     *
     * @param dayCount number of participants' days to which events were added
     */
    @Serdeable
    public record BackfillStreakResult(long streakId, int dayCount) {}
}
