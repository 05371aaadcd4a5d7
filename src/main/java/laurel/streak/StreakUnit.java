package laurel.streak;

/** What a streak counts. */
public enum StreakUnit {
    /** Local days. */
    DAY,
    /** ISO weeks of local days; a week is told by its Monday. */
    WEEK
}
