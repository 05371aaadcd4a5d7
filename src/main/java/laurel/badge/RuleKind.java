package laurel.badge;

/** By what a badge is earned. */
public enum RuleKind {
    /** By standing among the first of a window when it becomes final. */
    RANK_AT_CLOSE,
    /** By so many days, or weeks, in a row. */
    STREAK,
    /** By a score in a window. */
    SCORE,
    /** By so much of what a policy counts, over some days. */
    COUNTER,
    /** By a part in events with so many different others, over some days. */
    PEERS,
    /** By somebody's word. */
    MANUAL
}
