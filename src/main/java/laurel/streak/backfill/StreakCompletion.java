package laurel.streak.backfill;

import static java.util.stream.Collectors.toMap;

import io.micronaut.context.annotation.Value;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.Jobs;
import laurel.streak.Streak;
import laurel.streak.backfill.StreakCompletionRepository.MissingDay;
import laurel.streak.backfill.StreakCompletionRepository.Place;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakCounting;
import laurel.streak.run.StreakDay;
import org.jspecify.annotations.Nullable;

/**
 * Gives a streak what was counted by its day rule before it was created, or while it was archived, part by part. A part
 * adds to each day what the day lacks of its tallies. So events that are counted meanwhile, also for days that no part
 * has reached, are counted once.
 */
@Singleton
public class StreakCompletion {
    private static final LocalDate AFTER_ALL = LocalDate.of(9999, 12, 31);

    private final StreakCompletionRepository repository;
    private final StreakCounting counting;
    private final Jobs jobs;
    private final int most;

    /** @param most days of participants that one part reads; and participants */
    StreakCompletion(
            StreakCompletionRepository repository,
            StreakCounting counting,
            Jobs jobs,
            @Value("${laurel.activity.batch-size:200}") int most) {
        this.repository = repository;
        this.counting = counting;
        this.jobs = jobs;
        this.most = most;
    }

    /** Which streak a {@link StreakBackfill} is of. */
    @Serdeable
    record OfStreak(long streakId) {}

    /**
     * A part.
     *
     * @param days of participants to which events were added
     */
    record Filled(List<StreakChange> changes, int days) {}

    /**
     * Does the first part, and stores a job for the others; what it changes is nothing to anybody if the streak is new.
     * Refuses LIMIT_REACHED.
     */
    public List<StreakChange> begin(Streak streak, Instant now) {
        Place start = repository.add(streak.id());
        if (start == null) {
            return List.of();
        }
        List<StreakChange> changes = part(streak, start).changes();
        if (repository.place(streak.id()).isPresent()) {
            jobs.addOrFind(streak.appId(), JobKind.BACKFILL_STREAK, new OfStreak(streak.id()), now);
        }
        return changes;
    }

    /** The job that completes a streak; null if it is complete. */
    @Nullable
    public Job job(Streak streak) {
        return streak.complete()
                ? null
                : jobs.find(streak.appId(), JobKind.BACKFILL_STREAK, new OfStreak(streak.id()))
                        .orElse(null);
    }

    /** Stops, however far it is. */
    public void end(Streak streak) {
        repository.remove(streak.id());
    }

    /** Does the next part within the caller's transaction, which holds the lock of the app's activity. */
    Filled part(Streak streak, Place after) {
        List<Long> participants = repository.participants(streak.appId(), after.participantId(), most + 1);
        if (participants.isEmpty()) {
            repository.remove(streak.id());
            return new Filled(List.of(), 0);
        }
        long last = participants.getLast();
        List<MissingDay> days = repository.days(streak, after, last, most);
        if (days.size() == most) {
            MissingDay end = days.getLast();
            repository.advance(streak.id(), end.participantId(), end.day());
        } else if (participants.size() > most) {
            repository.advance(streak.id(), last, AFTER_ALL);
        } else {
            repository.remove(streak.id());
        }
        Map<StreakDay, Integer> missing = missing(streak, days);
        return new Filled(counting.count(Map.of(streak.id(), streak), missing), missing.size());
    }

    private static Map<StreakDay, Integer> missing(Streak streak, List<MissingDay> days) {
        return days.stream()
                .filter(day -> day.missing() != 0)
                .collect(toMap(day -> new StreakDay(streak.id(), day.participantId(), day.day()), MissingDay::missing));
    }
}
