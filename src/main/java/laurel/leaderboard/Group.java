package laurel.leaderboard;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;

/**
 * One group of a {@link Grouping}: {@code {region=eu, platform=pc}}.
 *
 * @param values by attribute, in the order of {@link #ORDER}; none is everyone
 */
@Serdeable
public record Group(SortedMap<String, String> values) {
    /** The order of attributes, jsonb's own: shorter names first. So groups are listed in the order in which they are told. */
    static final Comparator<String> ORDER =
            Comparator.comparingInt(String::length).thenComparing(naturalOrder());

    /** Longest value of an attribute, in characters. */
    public static final int MAX_VALUE = 64;

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
    public static Group checked(List<GroupValue> named, Set<String> attributes, String path) {
        for (int i = 0; i < named.size(); i++) {
            if (!attributes.contains(named.get(i).attribute())) {
                throw new RefusedException(
                        ErrorCode.UNKNOWN_GROUP_ATTRIBUTE, attributes(attributes), path, at(i), "attribute");
            }
        }
        SortedMap<String, String> values = new TreeMap<>(ORDER);
        for (int i = 0; i < named.size(); i++) {
            GroupValue one = named.get(i);
            Text.line(one.value(), MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, path, at(i), "value");
            if (values.put(one.attribute(), one.value()) != null) {
                throw new RefusedException(
                        ErrorCode.INVALID_GROUP_VALUE, "An attribute has one value.", path, at(i), "attribute");
            }
        }
        if (values.size() < attributes.size()) {
            throw new RefusedException(ErrorCode.MISSING_GROUP_VALUE, attributes(attributes), path);
        }
        return new Group(values);
    }

    private static SortedMap<String, String> copy(Map<String, String> values) {
        SortedMap<String, String> copy = new TreeMap<>(ORDER);
        copy.putAll(values);
        return copy;
    }

    private static String at(int item) {
        return Integer.toString(item);
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

    /** The group of these values; empty where an attribute comes twice. */
    public static Optional<Group> of(List<GroupValue> named) {
        SortedMap<String, String> values = new TreeMap<>(ORDER);
        named.forEach(one -> values.put(one.attribute(), one.value()));
        return values.size() < named.size() ? Optional.empty() : Optional.of(new Group(values));
    }

    /** Whether all its attributes and values are such as groups can have. */
    public boolean isPossible() {
        return values.keySet().stream().allMatch(Group::isAttribute)
                && values.values().stream().allMatch(value -> Text.isLine(value, MAX_VALUE));
    }

    /** Its values, in order of attribute. */
    public List<GroupValue> list() {
        return values.entrySet().stream()
                .map(value -> new GroupValue(value.getKey(), value.getValue()))
                .toList();
    }

    /** The names of its attributes, in order. */
    public Set<String> attributes() {
        return values.keySet();
    }
}
