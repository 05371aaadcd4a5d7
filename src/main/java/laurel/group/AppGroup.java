package laurel.group;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group of an app.
 *
 * @param givenName   display name; null for the value
 * @param memberCount number of participants with the value of their own
 * @param version     incremented by each update
 */
@Introspected
public record AppGroup(
        long id,
        String attribute,
        String value,
        @Nullable String givenName,
        @Nullable ZoneId timeZone,
        long memberCount,
        int version,
        Instant createdAt) {

    public String name() {
        return Objects.requireNonNullElse(givenName, value);
    }

    GroupValue groupValue() {
        return new GroupValue(attribute, value);
    }

    /**
     * Which groups a list has, ordered by value.
     *
     * @param valuePrefix start of the values; empty for all
     */
    public record GroupFilter(String attribute, String valuePrefix) {}
}
