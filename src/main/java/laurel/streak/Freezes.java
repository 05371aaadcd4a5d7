package laurel.streak;

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
import laurel.database.Attempts;
import laurel.database.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participants;
import laurel.participant.Profile;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.streak.FreezeRepository.Forgiven;
import laurel.streak.FreezeRepository.Frozen;

/** Has days need not be active: of one participant, which are frozen, or of all, which are forgiven. */
@Singleton
class Freezes {
    /** Days of a streak, as many as a year and a month have: what is held is read at once. */
    private static final int MOST_DAYS = 400;

    private final Sql sql;
    private final DayRules dayRules;
    private final Streaks streaks;
    private final Participants participants;
    private final FreezeRepository repository;
    private final DueAmnestyRepository due;
    private final Runs runs;
    private final List<StreakListener> listeners;
    private final int most;
    private final int part;

    /**
     * @param most participants whose streaks one amnesty may change
     * @param part participants whose streaks it changes at once; those of others follow in the background
     */
    Freezes(
            Sql sql,
            DayRules dayRules,
            Streaks streaks,
            Participants participants,
            FreezeRepository repository,
            DueAmnestyRepository due,
            Runs runs,
            List<StreakListener> listeners,
            @Value("${laurel.limits.forgiven:10000}") int most,
            @Value("${laurel.activity.part:200}") int part) {
        this.sql = sql;
        this.dayRules = dayRules;
        this.streaks = streaks;
        this.participants = participants;
        this.repository = repository;
        this.due = due;
        this.runs = runs;
        this.listeners = listeners;
        this.most = most;
        this.part = part;
    }

    /**
     * Freezes days of a participant, which is created on first use; days that are frozen stay so. Refuses, in this order: as
     * {@link Profile#checked} does, STREAK_NOT_FOUND, INVALID_STREAK.
     */
    ParticipantStreak freeze(int app, Profile whose, StreakDays days, Instant now) {
        return change(app, whose, days, now, (streak, participant) -> {
            List<LocalDate> changed = repository.freeze(streak.id(), participant, days.of(streak.unit()));
            StreakOf of = new StreakOf(streak.id(), participant);
            checkCount(repository.frozen(List.of(of)));
            return Touched.held(streak, participant, changed);
        });
    }

    /** Takes freezes away, of those that there are. Refuses as {@link #freeze} does. */
    ParticipantStreak unfreeze(int app, Profile whose, StreakDays days, Instant now) {
        return change(app, whose, days, now, (streak, participant) -> {
            List<LocalDate> changed = repository.unfreeze(streak.id(), participant, days.of(streak.unit()));
            return Touched.lost(streak, participant, changed);
        });
    }

    /** What changes for a participant, once the rows say so. */
    private interface Change {
        Touched make(Streak streak, long participant);
    }

    private ParticipantStreak change(int app, Profile whose, StreakDays days, Instant now, Change change) {
        Profile profile = checked(whose);
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = held(app, days.streak());
            long participant = met(app, profile, now);
            Touched touched = change.make(streak, participant);
            if (!touched.isEmpty()) {
                tell(app, runs.follow(List.of(touched)), now);
            }
            return streaks.of(app, List.of(streak), List.of(participant), now)
                    .getOrDefault(participant, List.of())
                    .getFirst();
        });
    }

    private static Profile checked(Profile whose) {
        try {
            return whose.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
    }

    private long met(int app, Profile profile, Instant now) {
        Map<ExternalParticipantId, Long> known = participants.known(app, List.of(profile.ref()));
        return requireNonNull(
                participants.meet(app, List.of(profile), known, now).get(profile.ref()));
    }

    /**
     * Forgives days to all; those that are forgiven stay so. Refuses, in this order: STREAK_NOT_FOUND, INVALID_STREAK, also where
     * too many streaks would change at once.
     */
    Streak forgive(int app, StreakDays days, Instant now) {
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = held(app, days.streak());
            List<LocalDate> changed = sorted(repository.forgive(streak.id(), days.of(streak.unit())));
            checkCount(repository.forgiven(List.of(streak.id())));
            follow(streak, changed, false, now);
            return streak;
        });
    }

    /** Takes amnesties away, of those that there are. Refuses as {@link #forgive} does. */
    Streak unforgive(int app, StreakDays days, Instant now) {
        prepare(now);
        return Attempts.inTransaction(sql, () -> {
            Streak streak = held(app, days.streak());
            List<LocalDate> changed = sorted(repository.unforgive(streak.id(), days.of(streak.unit())));
            follow(streak, changed, true, now);
            return streak;
        });
    }

    private void follow(Streak streak, List<LocalDate> days, boolean lost, Instant now) {
        if (days.isEmpty()) {
            return;
        }
        LocalDate from = days.getFirst();
        LocalDate through = days.getLast();
        List<Long> concerned = repository.concerned(streak, days, from, through, lost, most + 1);
        if (concerned.size() > most) {
            throw StreakDefinition.invalid(
                    "More than " + most + " participants have a streak that this would change.", "from");
        }
        List<Long> atOnce = concerned.subList(0, Math.min(part, concerned.size()));
        List<Long> later = concerned.subList(atOnce.size(), concerned.size());
        if (!later.isEmpty()) {
            due.add(streak, later, from, through, lost);
        }
        if (!atOnce.isEmpty()) {
            List<Touched> touched = atOnce.stream()
                    .map(who -> lost ? Touched.lost(streak, who, days) : Touched.held(streak, who, days))
                    .toList();
            tell(streak.appId(), runs.follow(touched), now);
        }
    }

    private void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    private void tell(int app, List<StreakChange> changes, Instant now) {
        listeners.forEach(listener -> listener.changed(app, changes, now));
    }

    /** The streak of this key, which nobody else changes until the transaction ends. */
    private Streak held(int app, String key) {
        dayRules.lock(app);
        return streaks.byKey(app, key)
                .orElseThrow(() ->
                        new RefusedException(ErrorCode.STREAK_NOT_FOUND, "There is no streak of this key.", "streak"));
    }

    private static void checkCount(List<?> days) {
        if (days.size() > MOST_DAYS) {
            throw StreakDefinition.invalid("At most " + MOST_DAYS + " days of a streak are held so.", "from");
        }
    }

    private static List<LocalDate> sorted(List<LocalDate> days) {
        return days.stream().sorted().toList();
    }

    /** The days of each of these streaks that are frozen, in their order. */
    Map<StreakOf, List<LocalDate>> frozen(Set<StreakOf> whose) {
        Map<StreakOf, List<LocalDate>> days =
                repository.frozen(whose).stream().collect(groupingBy(Frozen::whose, mapping(Frozen::day, toList())));
        return whose.stream().collect(toMap(Function.identity(), one -> days.getOrDefault(one, List.of())));
    }

    /** The days of each of these streaks that are forgiven, in their order. */
    Map<Long, List<LocalDate>> forgiven(Set<Long> ids) {
        Map<Long, List<LocalDate>> days = repository.forgiven(ids).stream()
                .collect(groupingBy(Forgiven::streakId, mapping(Forgiven::day, toList())));
        return ids.stream().collect(toMap(Function.identity(), id -> days.getOrDefault(id, List.of())));
    }

    /**
     * Days of a streak that somebody names.
     *
     * @param streak  its key
     * @param through the last of them
     */
    record StreakDays(String streak, LocalDate from, LocalDate through) {
        private static final int MOST = 31;

        /** The days, or the Mondays of the weeks that hold them; refuses INVALID_STREAK unless they are 1 to 31 days. */
        List<LocalDate> of(StreakUnit unit) {
            long days = ChronoUnit.DAYS.between(from, through) + 1;
            if (days < 1 || days > MOST) {
                throw StreakDefinition.invalid("At once it is 1 to " + MOST + " days.", "through");
            }
            return from.datesUntil(through.plusDays(1)).map(unit::of).distinct().toList();
        }
    }
}
