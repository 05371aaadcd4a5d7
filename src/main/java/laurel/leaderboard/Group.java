package laurel.leaderboard;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * One group of a {@link Grouping}: {@code {region=eu, platform=pc}}.
 *
 * @param values by attribute, in the order of {@link #ORDER}; empty for everyone
 */
@Serdeable
public record Group(SortedMap<String, String> values) {
    /** The order in which jsonb sorts attributes: shorter names first. So Java and SQL list groups in the same order. */
    static final Comparator<String> ORDER =
            Comparator.comparingInt(String::length).thenComparing(naturalOrder());

    /** Maximum length of an attribute's value, in characters. */
    public static final int MAX_VALUE = 64;

    /** Maximum number of attributes of a group that is independent of a leaderboard, such as an event's. */
    public static final int MAX_ATTRIBUTES = 8;

    /** The only group of {@link Grouping#EVERYONE}. */
    public static final Group EVERYONE = new Group(new TreeMap<>(ORDER));

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Group {
        values = unmodifiableSortedMap(copy(values));
    }

    @Override
    @JsonValue
    public SortedMap<String, String> values() {
        return values;
    }

    /** Returns the group of these attributes, each of which has a value. */
    static Group of(Collection<String> attributes, Map<String, String> values) {
        SortedMap<String, String> own = new TreeMap<>(ORDER);
        attributes.forEach(attribute -> own.put(attribute, requireNonNull(values.get(attribute), attribute)));
        return new Group(own);
    }

    /**
     * Returns the group that a client gives with a value for each of these attributes. Refuses UNKNOWN_GROUP_ATTRIBUTE,
     * then INVALID_GROUP_VALUE, then MISSING_GROUP_VALUE.
     */
    public static Group checked(Map<String, String> named, Set<String> attributes, String path) {
        for (String attribute : named.keySet()) {
            if (!attributes.contains(attribute)) {
                throw new RefusedException(ErrorCode.UNKNOWN_GROUP_ATTRIBUTE, attributes(attributes), path, attribute);
            }
        }
        named.forEach(
                (attribute, value) -> Text.line(value, MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, path, attribute));
        for (String attribute : attributes) {
            if (!named.containsKey(attribute)) {
                throw new RefusedException(ErrorCode.MISSING_GROUP_VALUE, attributes(attributes), path, attribute);
            }
        }
        return of(named);
    }

    private static SortedMap<String, String> copy(Map<String, String> values) {
        SortedMap<String, String> copy = new TreeMap<>(ORDER);
        copy.putAll(values);
        return copy;
    }

    private static String attributes(Set<String> attributes) {
        return attributes.isEmpty()
                ? "The leaderboard has no groups."
                : "A group must have a value for each of " + String.join(", ", attributes) + ".";
    }

    /** Whether this is a valid attribute name: 1 to 32 of {@code A-Z a-z 0-9 _}, starting with a letter. */
    public static boolean isAttribute(String name) {
        return Grouping.isAttribute(name);
    }

    /** Returns the group of these values. A leaderboard may have no such group. */
    public static Group of(Map<String, String> values) {
        return new Group(copy(values));
    }

    public boolean isEveryone() {
        return values.isEmpty();
    }

    /**
     * Returns the group of an input. A leaderboard may have no such group. Refuses LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE
     * and INVALID_GROUP_VALUE.
     *
     * @param limit maximum number of attributes
     */
    public static Group ofInput(Map<String, String> values, int limit, String... path) {
        Limits.size(values.keySet(), 0, limit, path);
        values.forEach((attribute, value) -> {
            String[] at = Arrays.copyOf(path, path.length + 1);
            at[path.length] = attribute;
            Grouping.checkAttribute(attribute, at);
            Text.line(value, MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, at);
        });
        return of(values);
    }

    /** Returns this group. Refuses MISSING_GROUP_VALUE if it is everyone. */
    public Group requireSome(String... path) {
        if (isEveryone()) {
            throw new RefusedException(
                    ErrorCode.MISSING_GROUP_VALUE,
                    Text.named(path) + " must have a value for at least one attribute.",
                    path);
        }
        return this;
    }

    /** Returns the display name: the values in order, such as {@code eu, pc}. */
    public String name() {
        return String.join(", ", values.values());
    }

    /** Returns each attribute followed by its value, in order. */
    public Stream<String> parts() {
        return values.entrySet().stream().flatMap(value -> Stream.of(value.getKey(), value.getValue()));
    }

    /** Returns the attributes, in order. */
    public Set<String> attributes() {
        return values.keySet();
    }
}
