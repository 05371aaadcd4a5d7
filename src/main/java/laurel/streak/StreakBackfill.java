package laurel.streak;

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
import laurel.participant.Participants;
import laurel.streak.StreakBackfillRepository.BackfillPosition;
import laurel.streak.StreakBackfillRepository.MissingDay;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakEventCounter;
import org.jspecify.annotations.Nullable;

/**
 * Adds the activity that was counted by a streak's day rule before the streak was created, or while it was archived, in parts.
 * A part adds the difference between the tallies of a day and the events that the streak has counted for it. So events that
 * arrive meanwhile are counted once.
 */
@Singleton
public class StreakBackfill {
    private static final LocalDate AFTER_ALL_DAYS = LocalDate.of(9999, 12, 31);

    private final StreakBackfillRepository repository;
    private final Participants participants;
    private final StreakEventCounter counter;
    private final Jobs jobs;
    private final int partSize;

    /** @param partSize maximum number of participants, and of participants' days, in a part */
    StreakBackfill(
            StreakBackfillRepository repository,
            Participants participants,
            StreakEventCounter counter,
            Jobs jobs,
            @Value("${laurel.activity.batch-size:200}") int partSize) {
        this.repository = repository;
        this.participants = participants;
        this.counter = counter;
        this.jobs = jobs;
        this.partSize = partSize;
    }

    /** Parameters of a {@link StreakBackfillJob}. */
    @Serdeable
    record BackfillParameters(long streakId) {}

    /**
     * Result of a part.
     *
     * @param dayCount number of participants' days to which events were added
     */
    record BackfilledPart(List<StreakChange> changes, int dayCount) {}

    /**
     * Adds the first part, and creates a job for the others. Returns the changes, which callers ignore for a new streak. Refuses
     * LIMIT_REACHED.
     */
    List<StreakChange> begin(Streak streak, Instant now) {
        BackfillPosition start = repository.add(streak.id(), now);
        if (start == null) {
            return List.of();
        }
        List<StreakChange> changes = addPart(streak, start).changes();
        if (repository.position(streak.id()).isPresent()) {
            jobs.addOrFind(streak.appId(), JobKind.BACKFILL_STREAK, new BackfillParameters(streak.id()), now);
        }
        return changes;
    }

    /** Returns the job that adds the remaining activity; null if the streak is complete. */
    @Nullable
    public Job job(Streak streak) {
        return streak.complete()
                ? null
                : jobs.find(streak.appId(), JobKind.BACKFILL_STREAK, new BackfillParameters(streak.id()))
                        .orElse(null);
    }

    /** Cancels the backfill of a streak. */
    void cancel(Streak streak) {
        repository.remove(streak.id());
    }

    /** Adds the next part within the caller's transaction, which holds the app's activity lock. */
    BackfilledPart addPart(Streak streak, BackfillPosition after) {
        List<Long> next = participants.ids(streak.appId(), after.participantId(), partSize + 1);
        if (next.isEmpty()) {
            repository.remove(streak.id());
            return new BackfilledPart(List.of(), 0);
        }
        long last = next.getLast();
        List<MissingDay> days = repository.days(streak, after, last, partSize);
        if (days.size() == partSize) {
            MissingDay end = days.getLast();
            repository.advance(streak.id(), end.participantId(), end.day());
        } else if (next.size() > partSize) {
            repository.advance(streak.id(), last, AFTER_ALL_DAYS);
        } else {
            repository.remove(streak.id());
        }
        Map<StreakDay, Integer> missing = missing(streak, days);
        return new BackfilledPart(counter.count(Map.of(streak.id(), streak.period()), missing), missing.size());
    }

    private static Map<StreakDay, Integer> missing(Streak streak, List<MissingDay> days) {
        return days.stream()
                .filter(day -> day.missingCount() != 0)
                .collect(toMap(
                        day -> new StreakDay(streak.id(), day.participantId(), day.day()), MissingDay::missingCount));
    }
}
