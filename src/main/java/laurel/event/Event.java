package laurel.event;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened.
 *
 * @param id            grows in the order in which the events of an app can be read
 * @param leaderboardId of a board that may be gone since; null where it is about none
 * @param windowId      the window that it is about, which may be gone since; null where it is about none
 * @param number        what the kind says; null where it says nothing
 * @param participantId whom it is about; null where it is about a board
 * @param awardId       what they have earned; null where it is about a board
 * @param at            when it happened, by the service's clock
 */
@Introspected
public record Event(
        long id,
        EventKind kind,
        @Nullable Integer leaderboardId,
        @Nullable Long windowId,
        @Nullable Integer number,
        @Nullable Long participantId,
        @Nullable Long awardId,
        Instant at) {}
