package laurel.streak;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.ToIntFunction;
import laurel.database.Attempts;
import laurel.participant.Participants;
import laurel.participant.Profile;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Has days need not be active: of one participant, which are frozen, or of all, which are forgiven. */
@Singleton
class Freezes {
    /** Days of a streak, as many as a year and a month have: what is held is read at once. */
    private static final int MOST_DAYS = 400;
    /** Participants whose runs one statement changes. */
    private static final int PART = 1_000;

    private final Jdbi jdbi;
    private final DayRules dayRules;
    private final Streaks streaks;
    private final Participants participants;
    private final FreezeRepository repository;
    private final Runs runs;
    private final List<StreakListener> listeners;
    private final int most;

    /** @param most participants whose streaks one amnesty may change */
    Freezes(
            Jdbi jdbi,
            DayRules dayRules,
            Streaks streaks,
            Participants participants,
            FreezeRepository repository,
            Runs runs,
            List<StreakListener> listeners,
            @Value("${laurel.limits.forgiven:10000}") int most) {
        this.jdbi = jdbi;
        this.dayRules = dayRules;
        this.streaks = streaks;
        this.participants = participants;
        this.repository = repository;
        this.runs = runs;
        this.listeners = listeners;
        this.most = most;
    }

    /**
     * Freezes days of a participant, which is made where it is not known; those that are frozen stay so. Refuses, in this order: as
     * {@link Profile#checked} does, UNKNOWN_STREAK, INVALID_STREAK.
     */
    ParticipantStreak freeze(int app, Profile profile, StreakDays days, Instant now) {
        return change(app, profile, days, now, (transaction, streak, participant) -> {
            List<LocalDate> changed = repository.freeze(transaction, streak.id(), participant, days.of(streak.unit()));
            checkCount(handle -> repository.frozen(handle, streak.id(), participant), transaction);
            return Touched.held(streak, participant, changed);
        });
    }

    /** Takes freezes away, of those that there are. Refuses as {@link #freeze} does. */
    ParticipantStreak unfreeze(int app, Profile profile, StreakDays days, Instant now) {
        return change(
                app,
                profile,
                days,
                now,
                (transaction, streak, participant) -> Touched.lost(
                        streak,
                        participant,
                        repository.unfreeze(transaction, streak.id(), participant, days.of(streak.unit()))));
    }

    /** What changes for a participant, once the rows say so. */
    private interface Change {
        Touched make(Handle transaction, Streak streak, long participant);
    }

    private ParticipantStreak change(int app, Profile profile, StreakDays days, Instant now, Change change) {
        profile.checked();
        return Attempts.inTransaction(jdbi, transaction -> {
            Streak streak = held(transaction, app, days.streak());
            long participant = participants
                    .meet(
                            transaction,
                            app,
                            List.of(profile),
                            participants.known(transaction, app, List.of(profile.ref())),
                            now)
                    .getOrDefault(profile.ref(), 0L);
            Touched touched = change.make(transaction, streak, participant);
            if (!touched.isEmpty()) {
                tell(transaction, app, runs.follow(transaction, List.of(touched)), now);
            }
            return streaks.of(transaction, app, List.of(streak), List.of(participant), now)
                    .getOrDefault(participant, List.of())
                    .getFirst();
        });
    }

    /**
     * Forgives days to all; those that are forgiven stay so. Refuses, in this order: UNKNOWN_STREAK, INVALID_STREAK, also where too many
     * streaks would change at once.
     */
    Streak forgive(int app, StreakDays days, Instant now) {
        return Attempts.inTransaction(jdbi, transaction -> {
            Streak streak = held(transaction, app, days.streak());
            List<LocalDate> changed = sorted(repository.forgive(transaction, streak.id(), days.of(streak.unit())));
            checkCount(handle -> repository.forgiven(handle, streak.id()), transaction);
            follow(transaction, streak, changed, false, now);
            return streak;
        });
    }

    /** Takes amnesties away, of those that there are. Refuses as {@link #forgive} does. */
    Streak unforgive(int app, StreakDays days, Instant now) {
        return Attempts.inTransaction(jdbi, transaction -> {
            Streak streak = held(transaction, app, days.streak());
            List<LocalDate> changed = sorted(repository.unforgive(transaction, streak.id(), days.of(streak.unit())));
            follow(transaction, streak, changed, true, now);
            return streak;
        });
    }

    private void follow(Handle transaction, Streak streak, List<LocalDate> days, boolean lost, Instant now) {
        if (days.isEmpty()) {
            return;
        }
        List<Long> concerned = repository.concerned(transaction, streak, days, lost, most + 1);
        if (concerned.size() > most) {
            throw StreakDefinition.invalid(
                    "More than " + most + " participants have a streak that this would change.", "from");
        }
        for (int from = 0; from < concerned.size(); from += PART) {
            List<Touched> touched = concerned.subList(from, Math.min(from + PART, concerned.size())).stream()
                    .map(who -> lost ? Touched.lost(streak, who, days) : Touched.held(streak, who, days))
                    .toList();
            tell(transaction, streak.appId(), runs.follow(transaction, touched), now);
        }
    }

    private void tell(Handle transaction, int app, List<StreakChange> changes, Instant now) {
        listeners.forEach(listener -> listener.changed(transaction, app, changes, now));
    }

    /** The streak of this key, which nobody else changes until the transaction ends. */
    private Streak held(Handle transaction, int app, String key) {
        dayRules.lock(transaction, app);
        return streaks.byKey(transaction, app, key)
                .orElseThrow(() ->
                        new RefusedException(RefusalCode.UNKNOWN_STREAK, "There is no streak of this key.", "streak"));
    }

    private static void checkCount(ToIntFunction<Handle> count, Handle transaction) {
        if (count.applyAsInt(transaction) > MOST_DAYS) {
            throw StreakDefinition.invalid("At most " + MOST_DAYS + " days of a streak are held so.", "from");
        }
    }

    private static List<LocalDate> sorted(List<LocalDate> days) {
        return days.stream().sorted().toList();
    }
}
