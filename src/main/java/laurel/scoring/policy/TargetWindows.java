package laurel.scoring.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;

/** Which windows can receive scores of days, or of the hours of days. */
public final class TargetWindows {
    private TargetWindows() {}

    /** Returns whether some windows of a leaderboard are not made of whole days, so that it receives scores by the hour. */
    public static boolean needHours(Leaderboard leaderboard) {
        return needHours(leaderboard.definition());
    }

    private static boolean needHours(LeaderboardDefinition definition) {
        return !definition.windowDefinitions().stream().allMatch(TargetWindows::hasWholeDays);
    }

    /**
     * Returns the shortest grace period with which no window of a leaderboard becomes final before a day that it contains is over
     * in another time zone. Zero if windows do not end with days, or receive hours. Seasons end when their clients say so.
     *
     * @param from first day of the year that is examined: offsets change with the seasons
     */
    static Duration neededGracePeriod(LeaderboardDefinition definition, ZoneId days, LocalDate from) {
        boolean ends = definition.windowDefinitions().stream().anyMatch(WindowDefinition::followsTimeZone);
        return !ends || needHours(definition)
                ? Duration.ZERO
                : from.datesUntil(from.plusYears(1))
                        .map(day -> Duration.between(day.atStartOfDay(definition.timeZone()), day.atStartOfDay(days)))
                        .filter(Duration::isPositive)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
    }

    /** Returns whether windows of a leaderboard start at hours of UTC, regardless of time zones. */
    public static boolean needHoursOfUtc(Leaderboard leaderboard) {
        return leaderboard.windowDefinitions().stream()
                .anyMatch(definition -> definition.kind() == WindowKind.CUSTOM && !definition.followsTimeZone());
    }

    private static boolean hasWholeDays(WindowDefinition definition) {
        return switch (definition.kind()) {
            case HOURLY -> false;
            case CUSTOM -> {
                Instant anchor = definition.anchorTime();
                yield definition.followsTimeZone()
                        && anchor != null
                        && anchor.atZone(ZoneOffset.UTC).toLocalTime().equals(LocalTime.MIDNIGHT);
            }
            case DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME, SEASON -> true;
        };
    }

    /** Returns whether the windows of a definition are made of whole hours. */
    static boolean haveWholeHours(WindowDefinition definition) {
        return switch (definition.kind()) {
            case CUSTOM -> {
                Instant anchor = definition.anchorTime();
                yield anchor != null
                        && anchor.equals(anchor.truncatedTo(ChronoUnit.HOURS))
                        && definition.interval() != null
                        && definition.length() != null
                        && isWholeHours(definition.interval())
                        && isWholeHours(definition.length());
            }
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME, SEASON -> true;
        };
    }

    private static boolean isWholeHours(IsoDuration duration) {
        return duration.time().equals(Duration.ofHours(duration.time().toHours()));
    }
}
