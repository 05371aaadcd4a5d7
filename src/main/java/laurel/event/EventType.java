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
    /** A participant has its first entry in a ranking, if the leaderboard publishes it. */
    ENTRY_ADDED,
    /** The rank of a participant has changed, if the leaderboard publishes it. */
    RANK_CHANGED,
    /** The ranks of a window could not be stored repeatedly. */
    WINDOW_FINALIZATION_FAILED,
    /** A webhook was paused because its messages were not accepted. */
    WEBHOOK_PAUSED,
    /** An entry of a stream could not be recorded. */
    DEAD_LETTER_ADDED,
    /** Participants have their first entry in a ranking. Webhooks only. */
    ENTRIES_ADDED,
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
        return isAboutEntries() || isCombined();
    }

    /** Whether it is about the entry of one participant in a ranking. */
    public boolean isAboutEntries() {
        return this == ENTRY_ADDED || this == RANK_CHANGED;
    }

    /** Whether it combines changes of a ranking since the last message to a webhook. */
    public boolean isCombined() {
        return this == ENTRIES_ADDED || this == TOP_STANDINGS_CHANGED;
    }

    /** Whether it is stored as an event of an app, and not only sent to webhooks. */
    public boolean isAppEvent() {
        return !isCombined() && this != PING;
    }

    /** Whether it is about a leaderboard. */
    public boolean isAboutLeaderboard() {
        return switch (this) {
            case BADGE_AWARDED, BADGE_REVOKED, WEBHOOK_PAUSED, DEAD_LETTER_ADDED, PING -> false;
            default -> true;
        };
    }
}
