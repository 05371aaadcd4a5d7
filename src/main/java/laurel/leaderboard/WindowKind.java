package laurel.leaderboard;

import java.util.Locale;

/** Kinds of windows. Calendar kinds follow a time zone, with daylight saving. */
public enum WindowKind {
    /** A clock hour. */
    HOURLY,
    /** A day of 23, 24 or 25 hours. */
    DAILY,
    /** An ISO week, starting on Monday. */
    WEEKLY,
    /** A calendar month. */
    MONTHLY,
    /** A calendar year. */
    YEARLY,
    /** All of time. */
    ALL_TIME,
    /** Started and ended by an operator. */
    SEASON,
    /** With the interval and length of its definition. */
    CUSTOM;

    /** Returns the key of a definition of this kind, unless it is CUSTOM. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
