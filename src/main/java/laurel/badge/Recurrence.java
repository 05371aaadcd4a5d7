package laurel.badge;

/** How often a participant can earn a badge. */
public enum Recurrence {
    /** Once. */
    ONCE,
    /** Once for each window, for each run of a streak, for each last day of some days, or for each period that is named. */
    EACH_PERIOD
}
