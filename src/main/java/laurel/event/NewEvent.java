package laurel.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told.
 *
 * @param leaderboardId the board that it is about; null where it is about none
 * @param windowId the window that it is about; null where it is about none
 * @param number   what the kind says; null where it says nothing
 * @param participantId whom it is about; null where it is about a board
 * @param awardId  what they have earned; null where it is about a board
 * @param occurredAt    when it happened, by the service's clock
 */
public record NewEvent(
        int appId,
        EventType eventType,
        @Nullable Integer leaderboardId,
        @Nullable Long windowId,
        @Nullable Integer number,
        @Nullable Long participantId,
        @Nullable Long awardId,
        Instant occurredAt) {
    /** Of a board. */
    public NewEvent(
            int appId,
            EventType eventType,
            int leaderboardId,
            @Nullable Long windowId,
            @Nullable Integer number,
            Instant occurredAt) {
        this(appId, eventType, leaderboardId, windowId, number, null, null, occurredAt);
    }
}
