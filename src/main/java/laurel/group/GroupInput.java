package laurel.group;

import java.time.ZoneId;
import java.util.Set;
import laurel.request.ErrorCode;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A group to create or update.
 *
 * @param name     1 to 200 characters; null leaves it as it is
 * @param timeZone IANA zone name; null leaves it as it is
 * @param cleared  names of the values that the group loses
 */
public record GroupInput(
        GroupValue group, @Nullable String name, @Nullable String timeZone, Set<String> cleared) {

    /** Refuses, in this order: INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, INVALID_TEXT, INVALID_TIME_ZONE. */
    GroupInput checked() {
        GroupValues.checkAttribute(group.attribute(), "attribute");
        Text.line(group.value(), GroupValues.MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, "value");
        if (name != null) {
            Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        }
        if (timeZone != null) {
            Text.zone(timeZone, "timeZone");
        }
        return this;
    }

    /** Whether it sets or clears the time zone. */
    boolean setsTimeZone() {
        return timeZone != null || cleared.contains("timeZone");
    }

    /**
     * Returns the time zone that the group gets.
     *
     * @param before the time zone that it has
     */
    @Nullable
    ZoneId timeZone(@Nullable ZoneId before) {
        if (timeZone != null) {
            return ZoneId.of(timeZone);
        }
        return cleared.contains("timeZone") ? null : before;
    }
}
