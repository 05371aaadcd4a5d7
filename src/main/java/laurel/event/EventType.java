package laurel.event;

import java.util.Locale;

/** What an event is about. Events of an app have some of these; messages of webhooks have any. */
public enum EventType {
    /** The ranks of a window are stored; the number is the revision. */
    WINDOW_FINALIZED,
    /** A final window was corrected, and its ranks stored again; the number is the revision. */
    WINDOW_CORRECTED,
    /** A window expired: its board keeps no more. */
    WINDOW_EXPIRED,
    /** A season started; the number is the season's. */
    SEASON_STARTED,
    /** A season ended; the number is the season's. */
    SEASON_ENDED,
    /** A board was archived, by a person or because it received nothing. */
    LEADERBOARD_ARCHIVED,
    /** A participant has earned a badge, or an award was restored. */
    BADGE_AWARDED,
    /** A badge was taken from a participant. */
    BADGE_REVOKED,
    /** Participants have an entry in a ranking in which they had none. Webhooks only. */
    ENTRY_ADDED,
    /** The top of a ranking has changed. Webhooks only. */
    TOP_STANDINGS_CHANGED,
    /** A test message. Webhooks only. */
    PING;

    /** The type as messages of webhooks spell it, such as {@code window.finalized} and {@code top_standings.changed}. */
    public String messageType() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_(?=[a-z]+$)", ".");
    }

    /** Whether it comes of changes of rankings, with every submission, so that a webhook must ask for it. */
    public boolean ofRankings() {
        return this == ENTRY_ADDED || this == TOP_STANDINGS_CHANGED;
    }

    /** Whether it is noted as an event of an app, and not only sent to webhooks. */
    public boolean ofApps() {
        return !ofRankings() && this != PING;
    }

    /** Whether it is about what participants have earned, and not about a board. */
    public boolean ofBadges() {
        return this == BADGE_AWARDED || this == BADGE_REVOKED;
    }
}
