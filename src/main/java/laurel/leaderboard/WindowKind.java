package laurel.leaderboard;

import java.util.Locale;

/**
 * The stretches of time that a board ranks over. Calendar kinds follow the board's time zone, daylight saving included.
 */
public enum WindowKind {
    /** An hour of the clock. */
    HOURLY,
    /** A day, of 23, 24 or 25 hours. */
    DAILY,
    /** An ISO week, from Monday. */
    WEEKLY,
    /** A calendar month. */
    MONTHLY,
    /** A calendar year. */
    YEARLY,
    /** All of time. */
    ALL_TIME,
    /** From and to when a person says. */
    SEASON,
    /** As often and as long as a definition says. */
    CUSTOM;

    /** The key of a definition of this kind, unless it is CUSTOM. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
