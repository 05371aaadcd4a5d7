package laurel.streak;

import java.time.Instant;
import java.time.LocalDate;
import laurel.streak.run.ParticipantStreakId;
import laurel.streak.run.StreakReadRepository.LatestRun;
import laurel.streak.run.StreakRun;
import org.jspecify.annotations.Nullable;

/**
 * State of a participant's streak. If the streak counts weeks, all dates are Mondays and all lengths are in weeks.
 *
 * @param currentLength  number of active days in the current run; 0 if the run is broken: a day after it and before today is
 *                       neither active nor covered
 * @param longestLength  number of active days in the longest run
 * @param lastActiveDate null if no day was active
 * @param startDate      first day of the current run, or of the last one if that is broken; null if no day was active
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
     * Returns the state of a streak at a time, given its latest run.
     *
     * @param dayRule of the streak, with time zones of groups
     */
    static ParticipantStreak at(Instant now, Streak streak, LatestRun latest, StoredDayRule dayRule) {
        long participantId = latest.participantId();
        StreakRun last = latest.run();
        LocalDate coveredThrough = latest.coveredThrough();
        int longest = latest.longestLength() == null ? 0 : latest.longestLength();
        if (last == null || coveredThrough == null) {
            return new ParticipantStreak(streak, participantId, 0, longest, null, null, false);
        }
        LocalDate day = streak.period().startOf(dayRule.day(now, latest.groupValues(), null, latest.timeZone()));
        // In the time zone of an event it may have been tomorrow already.
        LocalDate today = day.isAfter(last.endDate()) ? day : last.endDate();
        boolean current =
                !coveredThrough.isBefore(today.minusDays(streak.period().days()));
        return new ParticipantStreak(
                streak,
                participantId,
                current ? last.length() : 0,
                longest,
                last.endDate(),
                last.startDate(),
                today.equals(last.endDate()));
    }

    public ParticipantStreakId id() {
        return new ParticipantStreakId(streak.id(), participantId);
    }
}
