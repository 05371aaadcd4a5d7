package laurel.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told.
 *
 * @param windowId the window that it is about; null where it is about none
 * @param number   what the kind says; null where it says nothing
 * @param at       when it happened, by the service's clock
 */
public record NewEvent(
        int appId,
        EventKind kind,
        int leaderboardId,
        @Nullable Long windowId,
        @Nullable Integer number,
        Instant at) {}
