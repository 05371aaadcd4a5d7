package laurel.badge;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A badge that participants can earn.
 *
 * @param key         unique in its app
 * @param enabled     whether it is awarded
 * @param enabledAt   since when it has been enabled without interruption, if it is enabled
 * @param followsFrom the last event, or the last change of its leaderboard, that does not count for it
 */
@Introspected
public record Badge(
        int id,
        int appId,
        String key,
        String name,
        @Nullable String description,
        @Nullable String imageUrl,
        boolean enabled,
        Recurrence recurrence,
        BadgeRule rule,
        long followsFrom,
        int version,
        Instant enabledAt,
        Instant createdAt,
        Instant updatedAt)
        implements Measured {
    private static final String NO_PERIOD = "";

    @Override
    public long heldBytes() {
        return Stream.of(name, description, imageUrl)
                .filter(Objects::nonNull)
                .mapToLong(String::length)
                .sum();
    }

    /** A badge that is not stored, for previews. */
    public static Badge unsaved(int app, Recurrence recurrence, BadgeRule rule, Instant now) {
        return new Badge(0, app, NO_PERIOD, NO_PERIOD, null, null, true, recurrence, rule, 0, 1, now, now, now);
    }

    BadgeDefinition definition() {
        return new BadgeDefinition(key, name, description, imageUrl, enabled, recurrence, rule);
    }

    /** The period of an award for a window, a day or a run of a streak. */
    public String period(Object of) {
        return recurrence == Recurrence.ONCE ? NO_PERIOD : of.toString();
    }
}
