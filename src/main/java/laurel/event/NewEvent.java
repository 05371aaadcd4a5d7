package laurel.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event to publish.
 *
 * @param leaderboardId null for events of participants
 * @param windowId      null if the event has no window
 * @param number        revision of a window, or number of a season; null for other types
 * @param participantId null for events of leaderboards
 * @param awardId       null for events of leaderboards
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
        Instant occurredAt) {
    /** Creates an event of a leaderboard. */
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
