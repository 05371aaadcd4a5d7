package laurel.streak.freeze;

import io.micronaut.context.annotation.Value;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.streak.DayRules;
import laurel.streak.Streak;
import laurel.streak.StreakRepository;
import laurel.streak.freeze.AmnestyRecountRepository.AmnestyRecount;
import laurel.streak.run.ChangedDays;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;
import laurel.streak.run.StreakRuns;

/**
 * Counts the streaks of many participants again after an amnesty was granted or revoked. {@link AmnestyRecountRepository} stores
 * the participants, so a streak has one such job at a time, and further amnesties extend it.
 */
@Singleton
public class AmnestyRecountJob
        implements JobWork<
                AmnestyRecountJob.RecountParameters, JobWork.Stored, AmnestyRecountJob.RecountStreaksResult> {
    private final AmnestyRecountRepository recounts;
    private final StreakRepository streaks;
    private final StreakRuns runs;
    private final DayRules dayRules;
    private final Jobs jobs;
    private final List<StreakListener> listeners;
    private final int partSize;

    /** @param partSize maximum number of participants per transaction */
    AmnestyRecountJob(
            AmnestyRecountRepository recounts,
            StreakRepository streaks,
            StreakRuns runs,
            DayRules dayRules,
            Jobs jobs,
            List<StreakListener> listeners,
            @Value("${laurel.activity.batch-size:200}") int partSize) {
        this.recounts = recounts;
        this.streaks = streaks;
        this.runs = runs;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.listeners = listeners;
        this.partSize = partSize;
    }

    @Serdeable
    record RecountParameters(long streakId) {}

    @Override
    public JobKind kind() {
        return JobKind.RECOUNT_STREAKS;
    }

    @Override
    public Types<RecountParameters, Stored, RecountStreaksResult> types() {
        return new Types<>(RecountParameters.class, Stored.class, RecountStreaksResult.class);
    }

    /**
     * Assigns participants to a job, within the caller's transaction, which holds the app's activity lock. Refuses
     * LIMIT_REACHED.
     */
    Job assign(
            Streak streak,
            Collection<Long> participants,
            LocalDate startDate,
            LocalDate endDate,
            boolean revoked,
            Instant now) {
        recounts.add(streak, participants, startDate, endDate, revoked);
        return jobs.addOrFind(streak.appId(), kind(), new RecountParameters(streak.id()), now);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public Step<Stored, RecountStreaksResult> part(
            Part<RecountParameters, Stored, RecountStreaksResult> part, Instant now) {
        dayRules.lock(part.app());
        Streak streak = streaks.byId(part.parameters().streakId);
        Collection<AmnestyRecount> next = distinct(recounts.next(streak, partSize));
        List<ChangedDays> changed =
                next.stream().map(recount -> recount.changedDays(streak)).toList();
        // The covered days are stored already, so an event in the meantime may have joined runs across them.
        List<StreakChange> changes = runs.update(changed).stream()
                .map(StreakChange::withUnknownLength)
                .toList();
        // Before the listeners: the runs of a participant that waits earn no badges.
        recounts.remove(next);
        listeners.forEach(listener -> listener.streaksChanged(streak.appId(), changes, now));
        int previous = part.result() == null ? 0 : part.result().recountedCount();
        int remaining = recounts.count(streak);
        var result = new RecountStreaksResult(streak.id(), previous + next.size(), remaining);
        return remaining == 0
                ? Step.last(result)
                : new Step<>(
                        new Stored(), result, result.recountedCount() / ((double) result.recountedCount() + remaining));
    }

    /** Returns the rows before the first repeated participant. */
    private static Collection<AmnestyRecount> distinct(List<AmnestyRecount> next) {
        Map<Long, AmnestyRecount> distinct = new LinkedHashMap<>();
        for (AmnestyRecount recount : next) {
            if (distinct.putIfAbsent(recount.participantId(), recount) != null) {
                break;
            }
        }
        return distinct.values();
    }

    /**
     * Progress of a job that counts streaks again after amnesties.
     *
     * @param recountedCount number of corrected streaks of participants; a streak counts again with each amnesty
     * @param remainingCount number of participants' streaks that remain
     */
    @Serdeable
    public record RecountStreaksResult(long streakId, int recountedCount, int remainingCount) {}
}
