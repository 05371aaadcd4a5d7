package laurel.badge;

/** Kind of a rule: what earns the badge. */
public enum RuleKind {
    /** A rank in a window when it becomes final. */
    RANK_AT_CLOSE,
    /** The length of a streak. */
    STREAK,
    /** A score in a window. */
    SCORE,
    /** A counter of a scoring policy, over some days. */
    COUNTER,
    /** Number of different participants in shared events, over some days. */
    PEERS,
    /** Awarded manually. */
    MANUAL
}
