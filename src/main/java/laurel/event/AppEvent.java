package laurel.event;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.request.SchemaTyped;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened. Each event type is a type of the schema: {@code WindowFinalizedEvent}.
 *
 * @param id            grows in the order in which the events of an app can be read
 * @param leaderboardId of a board that may be deleted since; null if it is about no board
 * @param windowId      of a window that may be deleted since; null if it is about no window
 * @param number        a revision's or a season's; null if the type has none
 * @param participantId null if it is about no participant
 * @param awardId       null unless it is about an award
 * @param webhookId     null unless it is about a webhook
 * @param deadLetterId  null unless it is about a dead letter
 * @param groupValues   group of the ranking; null for everyone, and if it is not about an entry
 * @param previousRank  null unless it is about an entry that existed before
 * @param previousScore fixed-point; null unless it is about an entry that existed before
 * @param rank          null unless it is about an entry that exists
 * @param score         fixed-point; null unless it is about an entry that exists
 * @param occurredAt    by the service's clock
 */
@Introspected
public record AppEvent(
        long id,
        EventType eventType,
        @Nullable Integer leaderboardId,
        @Nullable Long windowId,
        @Nullable Integer number,
        @Nullable Long participantId,
        @Nullable Long awardId,
        @Nullable Long webhookId,
        @Nullable Long deadLetterId,
        @Nullable Group groupValues,
        @Nullable Integer previousRank,
        @Nullable Long previousScore,
        @Nullable Integer rank,
        @Nullable Long score,
        Instant occurredAt)
        implements SchemaTyped {
    @Override
    public String typeName() {
        return typeName(eventType);
    }

    /** The schema's type of events of this type. */
    public static String typeName(EventType type) {
        return Arrays.stream(type.name().split("_", -1))
                        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining())
                + "Event";
    }

    /**
     * Which events a list has.
     *
     * @param types        joined by commas; null for all
     * @param leaderboards keys joined by commas; null for all events, those without a leaderboard included
     */
    public record EventFilter(
            @Nullable String types, @Nullable String leaderboards) {
        static final EventFilter ALL = new EventFilter(null, null);

        /**
         * A filter of these types and leaderboards.
         *
         * @param types           null for all
         * @param leaderboardKeys null for all events
         */
        public static EventFilter of(@Nullable List<String> types, @Nullable List<String> leaderboardKeys) {
            return new EventFilter(
                    types == null ? null : String.join(",", types),
                    leaderboardKeys == null
                            ? null
                            : leaderboardKeys.stream().filter(Text::isKey).collect(Collectors.joining(",")));
        }
    }
}
