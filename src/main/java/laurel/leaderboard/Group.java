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
 * @param values by attribute, in the order of {@link #ORDER}; none is everyone
 */
@Serdeable
public record Group(SortedMap<String, String> values) {
    /**
     * The order of attributes, jsonb's own: shorter names first. So groups are listed in the order in which they are
     * told.
     */
    static final Comparator<String> ORDER =
            Comparator.comparingInt(String::length).thenComparing(naturalOrder());

    /** Longest value of an attribute, in characters. */
    public static final int MAX_VALUE = 64;

    /** Most attributes of a group that belongs to no grouping of a board, as of an event. */
    public static final int MAX_ATTRIBUTES = 8;

    /** The one group of {@link Grouping#EVERYONE}. */
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

    /** The group that these values of these attributes make; each attribute has one. */
    static Group of(Collection<String> attributes, Map<String, String> values) {
        SortedMap<String, String> own = new TreeMap<>(ORDER);
        attributes.forEach(attribute -> own.put(attribute, requireNonNull(values.get(attribute), attribute)));
        return new Group(own);
    }

    /**
     * The group that a client names by a value for each of these attributes; refuses UNKNOWN_GROUP_ATTRIBUTE, then
     * INVALID_GROUP_VALUE, then MISSING_GROUP_VALUE.
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
                : "The leaderboard's groups take a value for each of " + String.join(", ", attributes) + ".";
    }

    /** Whether groups can have an attribute of this name: 1 to 32 of {@code A-Z a-z 0-9 _}, the first a letter. */
    public static boolean isAttribute(String name) {
        return Grouping.isAttribute(name);
    }

    /** The group of these values, which may be no group of any board. */
    public static Group of(Map<String, String> values) {
        return new Group(copy(values));
    }

    public boolean isEveryone() {
        return values.isEmpty();
    }

    /**
     * A group as an input names it, which may be no group of any board. Refuses LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE and
     * INVALID_GROUP_VALUE.
     *
     * @param most attributes
     */
    public static Group named(Map<String, String> values, int most, String... path) {
        Limits.size(values.keySet(), 0, most, path);
        values.forEach((attribute, value) -> {
            String[] at = Arrays.copyOf(path, path.length + 1);
            at[path.length] = attribute;
            Grouping.checkAttribute(attribute, at);
            Text.line(value, MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, at);
        });
        return of(values);
    }

    /** Refuses MISSING_GROUP_VALUE for everyone. */
    public Group ofSome(String... path) {
        if (isEveryone()) {
            throw new RefusedException(
                    ErrorCode.MISSING_GROUP_VALUE,
                    Text.named(path) + " must have a value for at least one attribute.",
                    path);
        }
        return this;
    }

    /** Its values as people read them. */
    public String name() {
        return String.join(", ", values.values());
    }

    /** Each attribute and its value, in order. */
    public Stream<String> parts() {
        return values.entrySet().stream().flatMap(value -> Stream.of(value.getKey(), value.getValue()));
    }

    /** The names of its attributes, in order. */
    public Set<String> attributes() {
        return values.keySet();
    }
}
