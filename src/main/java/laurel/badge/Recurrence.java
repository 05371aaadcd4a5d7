package laurel.badge;

/** How often a participant can earn a badge. */
public enum Recurrence {
    /** Once. */
    ONCE,
    /** Once per window, run of a streak, last day of counted days, or named period. */
    EACH_PERIOD
}
