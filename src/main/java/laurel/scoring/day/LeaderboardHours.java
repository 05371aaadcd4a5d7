package laurel.scoring.day;

import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;
import laurel.scoring.policy.TargetWindows;
import laurel.window.CalendarSchedule;

/**
 * Hours of all these time zones together: an hour ends when an hour of any of them ends, such as every half hour for UTC and
 * Asia/Kolkata. So all events of an hour are in the same windows.
 */
record LeaderboardHours(Set<ZoneId> timeZones) {
    /** Adds the time zones that the windows of a leaderboard follow in the rankings that a group is in. */
    static void addTimeZones(Leaderboard leaderboard, Group group, Set<ZoneId> timeZones) {
        leaderboard
                .groupings()
                .forEach(grouping ->
                        timeZones.add(leaderboard.timeZone(grouping.group(ScoringContext.values(leaderboard, group)))));
        if (TargetWindows.needHoursOfUtc(leaderboard)) {
            timeZones.add(ZoneOffset.UTC);
        }
    }

    /** Returns the time at which the hour of an instant starts. */
    Instant start(Instant time) {
        return timeZones.stream()
                .map(timeZone -> requireNonNull(new CalendarSchedule(timeZone)
                        .at(WindowKind.HOURLY, time)
                        .startsAt()))
                .max(naturalOrder())
                .orElseThrow();
    }
}
