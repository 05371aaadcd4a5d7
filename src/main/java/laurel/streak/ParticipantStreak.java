package laurel.streak;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A streak of a participant.
 *
 * @param current      how long it is; 0 once a day has passed that was neither active nor frozen nor forgiven. Today may still
 *                     become active
 * @param best         how long it has ever been
 * @param lastActiveOn in a streak of weeks the Monday; null where it never was active
 * @param startedOn    of the current run, else of the last; null where there is none
 */
public record ParticipantStreak(
        Streak streak,
        long participantId,
        int current,
        int best,
        @Nullable LocalDate lastActiveOn,
        @Nullable LocalDate startedOn,
        boolean activeToday) {

    /**
     * The streak at a moment.
     *
     * @param last the latest run; null where there is none
     * @param held through which day the days after it are frozen or forgiven
     * @param zone the participant's own; null where it is not known
     */
    static ParticipantStreak at(
            Instant now,
            Streak streak,
            long participantId,
            @Nullable StreakRun last,
            @Nullable LocalDate held,
            int best,
            @Nullable ZoneId zone) {
        if (last == null || held == null) {
            return new ParticipantStreak(streak, participantId, 0, best, null, null, false);
        }
        LocalDate day = streak.unit().of(streak.today(now, zone));
        // Elsewhere it may be tomorrow already.
        LocalDate today = day.isAfter(last.lastActiveOn()) ? day : last.lastActiveOn();
        boolean lasts = !held.isBefore(today.minusDays(streak.unit().days()));
        return new ParticipantStreak(
                streak,
                participantId,
                lasts ? last.length() : 0,
                best,
                last.lastActiveOn(),
                last.startedOn(),
                today.equals(last.lastActiveOn()));
    }

    StreakOf id() {
        return new StreakOf(streak.id(), participantId);
    }
}
