package laurel.streak;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import laurel.streak.run.ParticipantStreakId;
import laurel.streak.run.StreakRun;
import org.jspecify.annotations.Nullable;

/**
 * A streak of a participant.
 *
 * @param currentLength  active days of the current run; 0 once a day has passed that was neither active nor frozen nor had
 *                       amnesty. Today may still become active
 * @param longestLength  active days of the longest run
 * @param lastActiveDate in a streak of weeks the Monday; null if it was never active
 * @param startDate      of the current run, else of the last; null if it was never active
 */
public record ParticipantStreak(
        Streak streak,
        long participantId,
        int currentLength,
        int longestLength,
        @Nullable LocalDate lastActiveDate,
        @Nullable LocalDate startDate,
        boolean activeToday) {

    /**
     * The streak at a moment.
     *
     * @param last the latest run; null where there is none
     * @param held through which day the days after it are frozen or have amnesty
     * @param zone the participant's own; null where it is not known
     */
    public static ParticipantStreak at(
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
        LocalDate today = day.isAfter(last.endDate()) ? day : last.endDate();
        boolean lasts = !held.isBefore(today.minusDays(streak.unit().days()));
        return new ParticipantStreak(
                streak,
                participantId,
                lasts ? last.length() : 0,
                best,
                last.endDate(),
                last.startDate(),
                today.equals(last.endDate()));
    }

    public ParticipantStreakId id() {
        return new ParticipantStreakId(streak.id(), participantId);
    }
}
