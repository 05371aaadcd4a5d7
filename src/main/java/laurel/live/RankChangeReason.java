package laurel.live;

/** Why a watched participant is told of. */
enum RankChangeReason {
    /** Its entry is new, or has changed and kept its rank. */
    SUBMITTED,
    /** Its rank is worse. */
    OVERTAKEN,
    /** Its rank is better. */
    OVERTOOK,
    /** It has no entry any more. */
    REMOVED
}
