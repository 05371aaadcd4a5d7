package laurel.event;

/** What an event is about. */
public enum EventKind {
    /** The ranks of a window are stored and stand; the number is the revision. */
    WINDOW_FINALIZED,
    /** A final window was corrected, and its ranks stored anew; the number is the revision. */
    WINDOW_CORRECTED,
    /** A window expired: its board keeps no more. */
    WINDOW_EXPIRED,
    /** A season started; the number is the season's. */
    SEASON_STARTED,
    /** A season ended; the number is the season's. */
    SEASON_ENDED,
    /** A board was archived, by a person or because it received nothing. */
    LEADERBOARD_ARCHIVED,
    /** A participant has earned a badge, or was given it back. */
    BADGE_AWARDED,
    /** A badge was taken from a participant. */
    BADGE_REVOKED
}
