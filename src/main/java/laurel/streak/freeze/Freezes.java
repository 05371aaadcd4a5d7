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
import laurel.database.partition.Attempts;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.ChangedStreak;
import laurel.streak.ParticipantStreak;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.streak.freeze.FreezeRepository.AmnestyDate;
import laurel.streak.freeze.FreezeRepository.Frozen;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;
import laurel.streak.run.StreakOf;
import laurel.streak.run.StreakPeriod;
import laurel.streak.run.StreakRecounting;
import laurel.streak.run.StreakRuns;
import laurel.streak.run.TouchedDays;
import org.jspecify.annotations.Nullable;

/** Makes days that need not be active: frozen ones of one participant, amnesty for everyone. */
@Singleton
public class Freezes {
    /** Days of a streak, as many as a year and a month have: what is held is read at once. */
    private static final int MOST_DAYS = 400;

    private final Sql sql;
    private final Streaks streaks;
    private final Participants participants;
    private final FreezeRepository repository;
    private final StreakRecounting recounting;
    private final StreakRuns runs;
    private final List<StreakListener> listeners;
    private final int most;
    private final int part;

    /**
     * @param most participants whose streaks one amnesty may change
     * @param part participants whose streaks it changes at once; a job changes those of others
     */
    public Freezes(
            Sql sql,
            Streaks streaks,
            Participants participants,
            FreezeRepository repository,
            StreakRecounting recounting,
            StreakRuns runs,
            List<StreakListener> listeners,
            @Value("${laurel.limits.amnesty-participants:10000}") int most,
            @Value("${laurel.activity.batch-size:200}") int part) {
        this.sql = sql;
        this.streaks = streaks;
        this.participants = participants;
        this.repository = repository;
        this.recounting = recounting;
        this.runs = runs;
        this.listeners = listeners;
        this.most = most;
        this.part = part;
    }

    /**
     * Freezes days of a participant, which is created if it does not exist; days that are frozen stay so. Refuses, in this
     * order: as {@link ParticipantInput#checked} does, STREAK_NOT_FOUND, STREAK_ARCHIVED, INVALID_DATE_RANGE, TOO_MANY_DAYS,
     * LIMIT_REACHED.
     */
    public ParticipantStreak freeze(int app, ParticipantInput whose, StreakDays days, Instant now) {
        return change(app, whose, days, now, (streak, participant) -> {
            List<LocalDate> changed = repository.freeze(streak.id(), participant, days.of(streak.unit()));
            StreakOf of = new StreakOf(streak.id(), participant);
            checkCount(repository.frozen(List.of(of)), "be frozen");
            return TouchedDays.held(streak, participant, changed);
        });
    }

    /** Unfreezes days. Refuses as {@link #freeze} does. */
    public ParticipantStreak unfreeze(int app, ParticipantInput whose, StreakDays days, Instant now) {
        return change(app, whose, days, now, (streak, participant) -> {
            List<LocalDate> changed = repository.unfreeze(streak.id(), participant, days.of(streak.unit()));
            return TouchedDays.lost(streak, participant, changed);
        });
    }

    /** What changes for a participant, once the rows say so. */
    private interface Change {
        TouchedDays make(Streak streak, long participant);
    }

    private ParticipantStreak change(int app, ParticipantInput whose, StreakDays days, Instant now, Change change) {
        ParticipantInput given = checked(whose);
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, days.streakKey());
            long participant = met(app, given, now);
            TouchedDays touched = change.make(streak, participant);
            if (!touched.isEmpty()) {
                tell(app, runs.follow(List.of(touched)), now);
            }
            return streaks.of(app, List.of(streak), List.of(participant), now)
                    .getOrDefault(participant, List.of())
                    .getFirst();
        });
    }

    private static ParticipantInput checked(ParticipantInput whose) {
        try {
            return whose.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
    }

    private long met(int app, ParticipantInput given, Instant now) {
        Map<ExternalParticipantId, Long> known = participants.known(app, List.of(given.ref()));
        return requireNonNull(participants.meet(app, List.of(given), known, now).get(given.ref()));
    }

    /**
     * Grants amnesty for days; those that have it stay so. Refuses, in this order: STREAK_NOT_FOUND, STREAK_ARCHIVED,
     * INVALID_DATE_RANGE, TOO_MANY_DAYS, LIMIT_REACHED, TOO_MANY_PARTICIPANTS.
     */
    public ChangedStreak grantAmnesty(int app, StreakDays days, Instant now) {
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, days.streakKey());
            List<LocalDate> changed = sorted(repository.grantAmnesty(streak.id(), days.of(streak.unit())));
            checkCount(repository.amnestyDates(List.of(streak.id())), "have amnesty");
            return new ChangedStreak(streak, follow(streak, changed, false, now));
        });
    }

    /** Revokes amnesties. Refuses as {@link #grantAmnesty} does. */
    public ChangedStreak revokeAmnesty(int app, StreakDays days, Instant now) {
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = streaks.lockedActive(app, days.streakKey());
            List<LocalDate> changed = sorted(repository.revokeAmnesty(streak.id(), days.of(streak.unit())));
            return new ChangedStreak(streak, follow(streak, changed, true, now));
        });
    }

    private @Nullable Job follow(Streak streak, List<LocalDate> days, boolean lost, Instant now) {
        if (days.isEmpty()) {
            return null;
        }
        LocalDate from = days.getFirst();
        LocalDate through = days.getLast();
        List<Long> concerned = repository.concerned(streak, days, from, through, lost, most + 1);
        if (concerned.size() > most) {
            throw RefusedException.limit(
                    ErrorCode.TOO_MANY_PARTICIPANTS,
                    most,
                    "The streaks of more than " + most + " participants would change; at most " + most
                            + " are allowed.",
                    "startDate");
        }
        List<Long> atOnce = concerned.subList(0, Math.min(part, concerned.size()));
        List<Long> later = concerned.subList(atOnce.size(), concerned.size());
        if (!atOnce.isEmpty()) {
            List<TouchedDays> touched = atOnce.stream()
                    .map(who -> lost ? TouchedDays.lost(streak, who, days) : TouchedDays.held(streak, who, days))
                    .toList();
            tell(streak.appId(), runs.follow(touched), now);
        }
        return later.isEmpty() ? null : recounting.leave(streak, later, from, through, lost, now);
    }

    private void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    private void tell(int app, List<StreakChange> changes, Instant now) {
        listeners.forEach(listener -> listener.changed(app, changes, now));
    }

    private static void checkCount(List<?> days, String what) {
        if (days.size() > MOST_DAYS) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MOST_DAYS,
                    days.size() + " days would " + what + "; at most " + MOST_DAYS + " are allowed.",
                    "startDate");
        }
    }

    private static List<LocalDate> sorted(List<LocalDate> days) {
        return days.stream().sorted().toList();
    }

    /** The days of each of these streaks that are frozen, in their order. */
    public Map<StreakOf, List<LocalDate>> frozen(Set<StreakOf> whose) {
        Map<StreakOf, List<LocalDate>> days =
                repository.frozen(whose).stream().collect(groupingBy(Frozen::whose, mapping(Frozen::day, toList())));
        return whose.stream().collect(toMap(Function.identity(), one -> days.getOrDefault(one, List.of())));
    }

    /** The days of each of these streaks with amnesty, in order. */
    public Map<Long, List<LocalDate>> amnestyDates(Set<Long> ids) {
        Map<Long, List<LocalDate>> days = repository.amnestyDates(ids).stream()
                .collect(groupingBy(AmnestyDate::streakId, mapping(AmnestyDate::day, toList())));
        return ids.stream().collect(toMap(Function.identity(), id -> days.getOrDefault(id, List.of())));
    }

    /** Days of a streak that a change names, both dates included. */
    public record StreakDays(String streakKey, LocalDate startDate, LocalDate endDate) {
        private static final int MOST = 31;

        /** The days, or the Mondays of the weeks that contain them; refuses INVALID_DATE_RANGE and TOO_MANY_DAYS. */
        public List<LocalDate> of(StreakPeriod unit) {
            if (endDate.isBefore(startDate)) {
                throw new RefusedException(
                        ErrorCode.INVALID_DATE_RANGE,
                        "`endDate` is " + endDate + "; it must not be before `startDate`, " + startDate + ".",
                        "endDate");
            }
            long days = ChronoUnit.DAYS.between(startDate, endDate) + 1;
            if (days > MOST) {
                throw RefusedException.limit(
                        ErrorCode.TOO_MANY_DAYS,
                        MOST,
                        "`startDate` to `endDate` are " + days + " days; at most " + MOST + " are allowed.",
                        "endDate");
            }
            return startDate
                    .datesUntil(endDate.plusDays(1))
                    .map(unit::of)
                    .distinct()
                    .toList();
        }
    }
}
