package laurel.group;

import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time zones of an attribute's groups in the directory. They are read when they are first needed, so that reading what
 * follows the attribute reads nothing else.
 */
public final class GroupTimeZones {
    /** Those of what follows no attribute: no group has a time zone. */
    public static final GroupTimeZones NONE = new GroupTimeZones(new AppAttribute(0, ""), Map::of);

    private final AppAttribute attribute;
    private final Supplier<Map<String, ZoneId>> byValue;

    /**
     * An attribute of an app.
     *
     * @param appId the app
     */
    public record AppAttribute(int appId, String attribute) {}

    /** @param byValue returns time zones by value of the attribute; called for each look-up */
    GroupTimeZones(AppAttribute attribute, Supplier<Map<String, ZoneId>> byValue) {
        this.attribute = attribute;
        this.byValue = byValue;
    }

    /** Returns the time zone of the group with these values, by attribute; null if the directory has none for it. */
    public @Nullable ZoneId of(Map<String, String> values) {
        String value = values.get(attribute.attribute);
        return value == null ? null : byValue.get().get(value);
    }

    /** Returns the time zones that groups have, once for each group. */
    public Collection<ZoneId> all() {
        return byValue.get().values();
    }

    /** Returns the time zones after a change of one group; null removes its time zone. */
    GroupTimeZones with(String value, @Nullable ZoneId timeZone) {
        Map<String, ZoneId> changed = new HashMap<>(byValue.get());
        if (timeZone == null) {
            changed.remove(value);
        } else {
            changed.put(value, timeZone);
        }
        return new GroupTimeZones(attribute, () -> changed);
    }

    /** Those of the same attribute are equal, as what follows it is the same if it is read twice. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupTimeZones timeZones && timeZones.attribute.equals(attribute);
    }

    @Override
    public int hashCode() {
        return attribute.hashCode();
    }
}
