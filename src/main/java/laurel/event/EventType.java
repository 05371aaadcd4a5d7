package laurel.event;

import java.util.Locale;

/** Type of an event. Apps have events of some of these types; webhook messages have any. */
public enum EventType {
    /** The final standings of a window are stored; the number is the revision. */
    WINDOW_FINALIZED,
    /** The final standings of a window were corrected; the number is the revision. */
    WINDOW_CORRECTED,
    /** A window expired: its entries were deleted. */
    WINDOW_EXPIRED,
    /** A season started; the number is the season's. */
    SEASON_STARTED,
    /** A season ended; the number is the season's. */
    SEASON_ENDED,
    /** A leaderboard was archived, by an operator or because it received no submissions. */
    LEADERBOARD_ARCHIVED,
    /** A participant has earned a badge, or an award was restored. */
    BADGE_AWARDED,
    /** An award was revoked. */
    BADGE_REVOKED,
    /** Participants have their first entry in a ranking. Webhooks only. */
    ENTRY_ADDED,
    /** The top of a ranking has changed. Webhooks only. */
    TOP_STANDINGS_CHANGED,
    /** A test message. Webhooks only. */
    PING;

    /** The type in webhook messages, such as {@code window.finalized} and {@code top_standings.changed}. */
    public String messageType() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_(?=[a-z]+$)", ".");
    }

    /** Whether it reports changes of rankings. There are many, so a webhook must name the type to receive them. */
    public boolean isAboutRankings() {
        return this == ENTRY_ADDED || this == TOP_STANDINGS_CHANGED;
    }

    /** Whether it is stored as an event of an app, and not only sent to webhooks. */
    public boolean isAppEvent() {
        return !isAboutRankings() && this != PING;
    }

    /** Whether it is about an award, and not about a leaderboard. */
    public boolean isAboutBadges() {
        return this == BADGE_AWARDED || this == BADGE_REVOKED;
    }
}
