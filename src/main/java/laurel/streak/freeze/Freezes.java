package laurel.streak.freeze;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.ParticipantStreak;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.streak.freeze.FreezeRepository.AmnestyDay;
import laurel.streak.freeze.FreezeRepository.FrozenDay;
import laurel.streak.run.ChangedDays;
import laurel.streak.run.ParticipantStreakId;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;
import laurel.streak.run.StreakPeriod;
import laurel.streak.run.StreakRuns;
import org.jspecify.annotations.Nullable;

/** Freezes days of a participant, and grants amnesty for days to everyone. Such days are covered: they do not break a streak. */
@Singleton
public class Freezes {
    /** Maximum number of covered days, because all of them are read at once: a year and a month. */
    private static final int MAX_DAYS = 400;

    private final Sql sql;
    private final Streaks streaks;
    private final Participants participants;
    private final FreezeRepository repository;
    private final AmnestyRecountJob recounting;
    private final StreakRuns runs;
    private final List<StreakListener> listeners;
    private final int maxParticipants;
    private final int partSize;

    /**
     * @param maxParticipants maximum number of participants with streaks that an amnesty changes
     * @param partSize        number of participants that are corrected at once; a job corrects the others
     */
    public Freezes(
            Sql sql,
            Streaks streaks,
            Participants participants,
            FreezeRepository repository,
            AmnestyRecountJob recounting,
            StreakRuns runs,
            List<StreakListener> listeners,
            @Value("${laurel.limits.amnesty-participants:10000}") int maxParticipants,
            @Value("${laurel.activity.batch-size:200}") int partSize) {
        this.sql = sql;
        this.streaks = streaks;
        this.participants = participants;
        this.repository = repository;
        this.recounting = recounting;
        this.runs = runs;
        this.listeners = listeners;
        this.maxParticipants = maxParticipants;
        this.partSize = partSize;
    }

    /**
     * Freezes days of a participant. Creates the participant if it does not exist. Days that are frozen remain so. Refuses,
     * in this order: as {@link ParticipantInput#checked} does, STREAK_NOT_FOUND, STREAK_ARCHIVED, INVALID_DATE_RANGE,
     * TOO_MANY_DAYS, LIMIT_REACHED.
     */
    public ParticipantStreak freeze(int app, ParticipantInput participant, StreakDateRange dates, Instant now) {
        return change(app, participant, dates, now, (streak, id) -> {
            List<LocalDate> changed =
                    repository.freeze(streak.id(), id.participantId(), dates.periodStarts(streak.period()));
            checkCount(repository.frozen(List.of(id)), "be frozen");
            return ChangedDays.covered(id, streak.period(), changed);
        });
    }

    /** Unfreezes days. Refuses as {@link #freeze} does. */
    public ParticipantStreak unfreeze(int app, ParticipantInput participant, StreakDateRange dates, Instant now) {
        return change(app, participant, dates, now, (streak, id) -> {
            List<LocalDate> changed =
                    repository.unfreeze(streak.id(), id.participantId(), dates.periodStarts(streak.period()));
            return ChangedDays.lost(id, streak.period(), changed);
        });
    }

    /** Stores a change of a participant's days, and returns the days that have changed. */
    private interface DayChange {
        ChangedDays store(Streak streak, ParticipantStreakId id);
    }

    private ParticipantStreak change(
            int app, ParticipantInput input, StreakDateRange dates, Instant now, DayChange change) {
        ParticipantInput checked = checked(input);
        prepare(now);
        return PartitionRetry.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, dates.streakKey());
            long participant = findOrCreate(app, checked, now);
            ChangedDays changed = change.store(streak, new ParticipantStreakId(streak.id(), participant));
            if (!changed.isEmpty()) {
                notifyListeners(app, runs.update(List.of(changed)), now);
            }
            return streaks.of(app, List.of(streak), List.of(participant), now)
                    .getOrDefault(participant, List.of())
                    .getFirst();
        });
    }

    private static ParticipantInput checked(ParticipantInput participant) {
        try {
            return participant.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
    }

    private long findOrCreate(int app, ParticipantInput participant, Instant now) {
        Map<ExternalParticipantId, Long> known = participants.known(app, List.of(participant.ref()));
        return requireNonNull(
                participants.findOrCreate(app, List.of(participant), known, now).get(participant.ref()));
    }

    /**
     * Grants amnesty for days. Days that have amnesty keep it. Refuses, in this order: STREAK_NOT_FOUND, STREAK_ARCHIVED,
     * INVALID_DATE_RANGE, TOO_MANY_DAYS, LIMIT_REACHED, TOO_MANY_PARTICIPANTS.
     */
    public ChangedStreak grantAmnesty(int app, StreakDateRange dates, Instant now) {
        prepare(now);
        return PartitionRetry.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, dates.streakKey());
            List<LocalDate> changed = sorted(repository.grantAmnesty(streak.id(), dates.periodStarts(streak.period())));
            checkCount(repository.amnestyDates(List.of(streak.id())), "have amnesty");
            return new ChangedStreak(streak, updateRuns(streak, changed, false, now));
        });
    }

    /** Revokes the amnesty of days. Refuses as {@link #grantAmnesty} does. */
    public ChangedStreak revokeAmnesty(int app, StreakDateRange dates, Instant now) {
        prepare(now);
        return PartitionRetry.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, dates.streakKey());
            List<LocalDate> changed =
                    sorted(repository.revokeAmnesty(streak.id(), dates.periodStarts(streak.period())));
            return new ChangedStreak(streak, updateRuns(streak, changed, true, now));
        });
    }

    /** Updates the runs of the first participants. Returns the job that updates the others; null if there are none. */
    private @Nullable Job updateRuns(Streak streak, List<LocalDate> days, boolean revoked, Instant now) {
        if (days.isEmpty()) {
            return null;
        }
        LocalDate start = days.getFirst();
        LocalDate end = days.getLast();
        List<Long> affected = repository.affected(streak, days, start, end, revoked, maxParticipants + 1);
        if (affected.size() > maxParticipants) {
            throw RefusedException.limit(
                    ErrorCode.TOO_MANY_PARTICIPANTS,
                    maxParticipants,
                    "The streaks of more than " + maxParticipants + " participants would change; at most "
                            + maxParticipants + " are allowed.",
                    "startDate");
        }
        List<Long> immediate = affected.subList(0, Math.min(partSize, affected.size()));
        List<Long> deferred = affected.subList(immediate.size(), affected.size());
        if (!immediate.isEmpty()) {
            List<ChangedDays> changed = immediate.stream()
                    .map(participant -> new ParticipantStreakId(streak.id(), participant))
                    .map(id -> revoked
                            ? ChangedDays.lost(id, streak.period(), days)
                            : ChangedDays.covered(id, streak.period(), days))
                    .toList();
            notifyListeners(streak.appId(), runs.update(changed), now);
        }
        return deferred.isEmpty() ? null : recounting.assign(streak, deferred, start, end, revoked, now);
    }

    private void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    private void notifyListeners(int app, List<StreakChange> changes, Instant now) {
        listeners.forEach(listener -> listener.streaksChanged(app, changes, now));
    }

    private static void checkCount(List<?> days, String what) {
        if (days.size() > MAX_DAYS) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX_DAYS,
                    days.size() + " days would " + what + "; at most " + MAX_DAYS + " are allowed.",
                    "startDate");
        }
    }

    private static List<LocalDate> sorted(List<LocalDate> days) {
        return days.stream().sorted().toList();
    }

    /** Returns the frozen days of participants' streaks, ascending. */
    public Map<ParticipantStreakId, List<LocalDate>> frozen(Set<ParticipantStreakId> streaks) {
        Map<ParticipantStreakId, List<LocalDate>> days = repository.frozen(streaks).stream()
                .collect(groupingBy(FrozenDay::streak, mapping(FrozenDay::day, toList())));
        return streaks.stream().collect(toMap(Function.identity(), id -> days.getOrDefault(id, List.of())));
    }

    /** Returns the days with amnesty of streaks, ascending. */
    public Map<Long, List<LocalDate>> amnestyDates(Set<Long> ids) {
        Map<Long, List<LocalDate>> days = repository.amnestyDates(ids).stream()
                .collect(groupingBy(AmnestyDay::streakId, mapping(AmnestyDay::day, toList())));
        return ids.stream().collect(toMap(Function.identity(), id -> days.getOrDefault(id, List.of())));
    }

    /** Days of a streak to change. Both dates are inclusive. */
    public record StreakDateRange(String streakKey, LocalDate startDate, LocalDate endDate) {
        private static final int MAX_LENGTH = 31;

        /** Returns the days, or the Mondays of their weeks. Refuses INVALID_DATE_RANGE and TOO_MANY_DAYS. */
        public List<LocalDate> periodStarts(StreakPeriod period) {
            if (endDate.isBefore(startDate)) {
                throw new RefusedException(
                        ErrorCode.INVALID_DATE_RANGE,
                        "`endDate` is " + endDate + "; it must not be before `startDate`, " + startDate + ".",
                        "endDate");
            }
            long days = ChronoUnit.DAYS.between(startDate, endDate) + 1;
            if (days > MAX_LENGTH) {
                throw RefusedException.limit(
                        ErrorCode.TOO_MANY_DAYS,
                        MAX_LENGTH,
                        "`startDate` to `endDate` are " + days + " days; at most " + MAX_LENGTH + " are allowed.",
                        "endDate");
            }
            return startDate
                    .datesUntil(endDate.plusDays(1))
                    .map(period::startOf)
                    .distinct()
                    .toList();
        }
    }

    /**
     * A streak after a change.
     *
     * @param job job that does the remaining work; null if none remains
     */
    public record ChangedStreak(Streak streak, @Nullable Job job) {}
}
