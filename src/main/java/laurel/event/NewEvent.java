package laurel.event;

import java.time.Instant;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * An event to publish.
 *
 * @param leaderboardId null for events of badge awards, webhooks and dead letters
 * @param windowId      null if the event has no window
 * @param number        revision of a window, or number of a season; null for other types
 * @param participantId null for events that are about no participant
 * @param awardId       null unless it is about a badge award
 * @param webhookId     null unless it is about a webhook
 * @param deadLetterId  null unless it is about a dead letter
 * @param rankChange    null unless it is about an entry
 * @param occurredAt    time by the service's clock
 */
public record NewEvent(
        int appId,
        EventType eventType,
        @Nullable Integer leaderboardId,
        @Nullable Long windowId,
        @Nullable Integer number,
        @Nullable Long participantId,
        @Nullable Long awardId,
        @Nullable Long webhookId,
        @Nullable Long deadLetterId,
        @Nullable RankChange rankChange,
        Instant occurredAt) {
    /** Creates an event of a leaderboard. */
    public NewEvent(
            int appId,
            EventType eventType,
            int leaderboardId,
            @Nullable Long windowId,
            @Nullable Integer number,
            Instant occurredAt) {
        this(appId, eventType, leaderboardId, windowId, number, null, null, null, null, null, occurredAt);
    }

    /** Creates an event of a badge award. */
    public static NewEvent ofAward(
            int appId, EventType eventType, @Nullable Long windowId, long participantId, long awardId, Instant now) {
        return new NewEvent(appId, eventType, null, windowId, null, participantId, awardId, null, null, null, now);
    }

    /** Creates an event of a webhook. */
    public static NewEvent ofWebhook(int appId, EventType eventType, long webhookId, Instant now) {
        return new NewEvent(appId, eventType, null, null, null, null, null, webhookId, null, null, now);
    }

    /** Creates an event of a dead letter. */
    public static NewEvent ofDeadLetter(int appId, EventType eventType, long deadLetterId, Instant now) {
        return new NewEvent(appId, eventType, null, null, null, null, null, null, deadLetterId, null, now);
    }

    /** Creates an event of an entry in a ranking. */
    public static NewEvent ofEntry(
            int appId,
            EventType eventType,
            int leaderboardId,
            long windowId,
            long participantId,
            RankChange change,
            Instant now) {
        return new NewEvent(
                appId, eventType, leaderboardId, windowId, null, participantId, null, null, null, change, now);
    }

    /**
     * Ranks and fixed-point scores of a participant in a ranking before and after a transaction.
     *
     * @param groupValues   null for everyone
     * @param previousRank  null if it had no entry
     * @param previousScore null if it had no entry
     * @param rank          null if it has no entry any more
     * @param score         null if it has no entry any more
     */
    public record RankChange(
            @Nullable Group groupValues,
            @Nullable Integer previousRank,
            @Nullable Long previousScore,
            @Nullable Integer rank,
            @Nullable Long score) {}
}
