package laurel.leaderboard;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.group.GroupValues;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * One group of a {@link Grouping}: {@code {region=eu, platform=pc}}.
 *
 * @param values by attribute, in the order of {@link #ORDER}; empty for everyone
 */
@Serdeable
public record Group(SortedMap<String, String> values) {
    static final Comparator<String> ORDER = GroupValues.ORDER;

    /** Maximum length of an attribute's value, in characters. */
    public static final int MAX_VALUE = GroupValues.MAX_VALUE;

    /** Maximum number of attributes of a group that is independent of a leaderboard, such as an event's. */
    public static final int MAX_ATTRIBUTES = 8;

    /** The only group of {@link Grouping#EVERYONE}. */
    public static final Group EVERYONE = new Group(new TreeMap<>(ORDER));

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Group {
        values = unmodifiableSortedMap(GroupValues.inOrder(values));
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

    /** Refuses UNKNOWN_GROUP_ATTRIBUTE if a value is for none of these attributes, then INVALID_GROUP_VALUE. */
    public static void checkNamed(Map<String, String> named, Set<String> attributes, String path) {
        for (String attribute : named.keySet()) {
            if (!attributes.contains(attribute)) {
                throw new RefusedException(
                        ErrorCode.UNKNOWN_GROUP_ATTRIBUTE,
                        "The leaderboard has no grouping by `" + attribute + "`"
                                + (attributes.isEmpty() ? "." : ", only by " + listed(attributes) + "."),
                        path,
                        attribute);
            }
        }
        named.forEach(
                (attribute, value) -> Text.line(value, MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, path, attribute));
    }

    /** Refuses MISSING_GROUP_VALUE if this has no value for one of these attributes of a leaderboard. */
    public void checkComplete(Set<String> attributes, String path) {
        for (String attribute : attributes) {
            if (!values.containsKey(attribute)) {
                throw new RefusedException(
                        ErrorCode.MISSING_GROUP_VALUE,
                        "The leaderboard groups by " + listed(attributes)
                                + ". Neither the submission nor the participant has a value for `" + attribute + "`.",
                        path,
                        attribute);
            }
        }
    }

    private static String listed(Set<String> attributes) {
        return attributes.stream().map(attribute -> "`" + attribute + "`").collect(Collectors.joining(", "));
    }

    /** Whether this is a valid attribute name: 1 to 32 of {@code A-Z a-z 0-9 _}, starting with a letter. */
    public static boolean isAttribute(String name) {
        return GroupValues.isAttribute(name);
    }

    /** Returns the group of these values. A leaderboard may have no such group. */
    public static Group of(Map<String, String> values) {
        return values.isEmpty() ? EVERYONE : new Group(GroupValues.inOrder(values));
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
        GroupValues.check(values, limit, path);
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
        return GroupValues.parts(values);
    }

    /** Returns the attributes, in order. */
    public Set<String> attributes() {
        return values.keySet();
    }
}
