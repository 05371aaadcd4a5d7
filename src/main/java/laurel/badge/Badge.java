package laurel.badge;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * What can be earned.
 *
 * @param key         unique in its app
 * @param enabled     whether it is awarded
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
        Instant createdAt,
        Instant updatedAt)
        implements Measured {
    private static final String ONLY = "";

    @Override
    public long heldBytes() {
        return Stream.of(name, description, imageUrl)
                .filter(Objects::nonNull)
                .mapToLong(String::length)
                .sum();
    }

    /** One that is not stored, and that nobody has. */
    public static Badge imagined(int app, Recurrence recurrence, BadgeRule rule, Instant now) {
        return new Badge(0, app, ONLY, ONLY, null, null, true, recurrence, rule, 0, 1, now, now);
    }

    BadgeDefinition definition() {
        return new BadgeDefinition(key, name, description, imageUrl, enabled, recurrence, rule);
    }

    /** What an award for this is kept under. */
    public String period(Object what) {
        return recurrence == Recurrence.ONCE ? ONLY : what.toString();
    }
}
