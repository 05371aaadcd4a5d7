package laurel.streak.run;

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
import laurel.streak.freeze.DueAmnestyRepository;
import laurel.streak.freeze.DueAmnestyRepository.DueAmnesty;

/**
 * Counts the streaks of many participants again after an amnesty, or its end. The participants are rows of {@link
 * DueAmnestyRepository}; so a streak has one such job at a time, which further amnesties extend.
 */
@Singleton
public class StreakRecounting implements JobWork<StreakRecounting.Parameters, JobWork.Stored, RecountStreaksResult> {
    private final DueAmnestyRepository due;
    private final StreakRepository streaks;
    private final StreakRuns runs;
    private final DayRules dayRules;
    private final Jobs jobs;
    private final List<StreakListener> listeners;
    private final int most;

    /** @param most participants whose streaks one transaction changes */
    StreakRecounting(
            DueAmnestyRepository due,
            StreakRepository streaks,
            StreakRuns runs,
            DayRules dayRules,
            Jobs jobs,
            List<StreakListener> listeners,
            @Value("${laurel.activity.batch-size:200}") int most) {
        this.due = due;
        this.streaks = streaks;
        this.runs = runs;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.listeners = listeners;
        this.most = most;
    }

    /** Which streak. */
    @Serdeable
    record Parameters(long streakId) {}

    @Override
    public JobKind kind() {
        return JobKind.RECOUNT_STREAKS;
    }

    @Override
    public Types<Parameters, Stored, RecountStreaksResult> types() {
        return new Types<>(Parameters.class, Stored.class, RecountStreaksResult.class);
    }

    /**
     * Leaves participants to a job, within the caller's transaction, which holds the lock of the app's activity. Refuses
     * LIMIT_REACHED.
     */
    public Job leave(
            Streak streak,
            Collection<Long> participants,
            LocalDate from,
            LocalDate through,
            boolean lost,
            Instant now) {
        due.add(streak, participants, from, through, lost);
        return jobs.addOrFind(streak.appId(), kind(), new Parameters(streak.id()), now);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public Step<Stored, RecountStreaksResult> part(Part<Parameters, Stored, RecountStreaksResult> part, Instant now) {
        dayRules.lock(part.app());
        Streak streak = streaks.byId(part.parameters().streakId);
        Collection<DueAmnesty> next = once(due.next(streak, most));
        List<StreakChange> changes =
                runs.follow(next.stream().map(one -> one.touched(streak)).toList());
        listeners.forEach(listener -> listener.changed(streak.appId(), changes, now));
        due.remove(next);
        int before = part.result() == null ? 0 : part.result().recountedCount();
        int left = due.count(streak);
        var result = new RecountStreaksResult(streak.id(), before + next.size(), left);
        return left == 0
                ? Step.last(result)
                : new Step<>(new Stored(), result, result.recountedCount() / ((double) result.recountedCount() + left));
    }

    /** The first of these, up to one whose participant comes a second time. */
    private static Collection<DueAmnesty> once(List<DueAmnesty> next) {
        Map<Long, DueAmnesty> once = new LinkedHashMap<>();
        for (DueAmnesty one : next) {
            if (once.putIfAbsent(one.participantId(), one) != null) {
                break;
            }
        }
        return once.values();
    }
}
