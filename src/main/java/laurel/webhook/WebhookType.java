package laurel.webhook;

import laurel.event.EventKind;

/** What a message is about. */
public enum WebhookType {
    /** Participants have an entry in a ranking where they had none. */
    ENTRY_ADDED("entry.added"),
    /** Who stands among the first of a ranking, and where, has changed. */
    RANK_CHANGED("rank.changed"),
    /** As the event of this name. */
    WINDOW_FINALIZED("window.finalized"),
    /** As the event of this name. */
    WINDOW_CORRECTED("window.corrected"),
    /** As the event of this name. */
    WINDOW_EXPIRED("window.expired"),
    /** As the event of this name. */
    SEASON_STARTED("season.started"),
    /** As the event of this name. */
    SEASON_ENDED("season.ended"),
    /** As the event of this name. */
    LEADERBOARD_ARCHIVED("leaderboard.archived"),
    /** As the event of this name. */
    BADGE_AWARDED("badge.awarded"),
    /** As the event of this name. */
    BADGE_REVOKED("badge.revoked"),
    /** Somebody asked whether messages arrive. */
    PING("ping");

    private final String text;

    WebhookType(String text) {
        this.text = text;
    }

    /** As messages say it. */
    String text() {
        return text;
    }

    /** Whether it comes of changes of rankings, with every submission, so that it must be asked for. */
    boolean ofRankings() {
        return this == ENTRY_ADDED || this == RANK_CHANGED;
    }

    /** Whether it is about what participants have earned, and not about a board. */
    boolean ofBadges() {
        return this == BADGE_AWARDED || this == BADGE_REVOKED;
    }

    /** The type of messages about events of a kind. */
    static WebhookType of(EventKind kind) {
        return valueOf(kind.name());
    }
}
