package laurel.group;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Comparator.naturalOrder;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * Values of group attributes, which need not be those of a leaderboard: {@code {campus=north}}.
 *
 * @param values by attribute, in the order of {@link #ORDER}
 */
@Serdeable
public record GroupValues(SortedMap<String, String> values) {
    /** The order in which jsonb sorts attributes: shorter names first. So Java and SQL list groups in the same order. */
    public static final Comparator<String> ORDER =
            Comparator.comparingInt(String::length).thenComparing(naturalOrder());

    /** Maximum length of an attribute's value, in characters. */
    public static final int MAX_VALUE = 64;

    /** Maximum number of attributes of a participant. */
    public static final int MAX_OF_PARTICIPANT = 16;

    /** No values. */
    public static final GroupValues NONE = new GroupValues(new TreeMap<>(ORDER));

    private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,31}");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public GroupValues {
        values = unmodifiableSortedMap(inOrder(values));
    }

    public static GroupValues of(Map<String, String> values) {
        return values.isEmpty() ? NONE : new GroupValues(inOrder(values));
    }

    @Override
    @JsonValue
    public SortedMap<String, String> values() {
        return values;
    }

    /** Returns each value with its attribute. */
    public List<GroupValue> all() {
        return values.entrySet().stream()
                .map(value -> new GroupValue(value.getKey(), value.getValue()))
                .toList();
    }

    /** Returns each attribute followed by its value, in order. */
    public Stream<String> parts() {
        return parts(values);
    }

    /** Returns each attribute followed by its value, in order. */
    public static Stream<String> parts(Map<String, String> values) {
        return inOrder(values).entrySet().stream().flatMap(value -> Stream.of(value.getKey(), value.getValue()));
    }

    /** Returns these values, and those of attributes that have none from others. */
    public GroupValues orElse(GroupValues others) {
        if (others.values.isEmpty()) {
            return this;
        }
        SortedMap<String, String> all = inOrder(others.values);
        all.putAll(values);
        return new GroupValues(all);
    }

    /** Returns the values of these attributes; those without a value are absent. */
    public GroupValues only(Set<String> attributes) {
        if (values.isEmpty()) {
            return this;
        }
        SortedMap<String, String> some = inOrder(values);
        some.keySet().retainAll(attributes);
        return new GroupValues(some);
    }

    /** Returns a copy in the order of {@link #ORDER}. */
    public static SortedMap<String, String> inOrder(Map<String, String> values) {
        SortedMap<String, String> ordered = new TreeMap<>(ORDER);
        ordered.putAll(values);
        return ordered;
    }

    /** Refuses LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE and INVALID_GROUP_VALUE. */
    public static void check(Map<String, String> values, int most, String... path) {
        Limits.size(values.keySet(), 0, most, path);
        values.forEach((attribute, value) -> {
            String[] at = Arrays.copyOf(path, path.length + 1);
            at[path.length] = attribute;
            checkAttribute(attribute, at);
            Text.line(value, MAX_VALUE, ErrorCode.INVALID_GROUP_VALUE, at);
        });
    }

    /** Refuses INVALID_GROUP_ATTRIBUTE. */
    public static void checkAttribute(String attribute, String... path) {
        if (!isAttribute(attribute)) {
            throw new RefusedException(
                    ErrorCode.INVALID_GROUP_ATTRIBUTE,
                    Text.named(path) + " must be 1-32 characters of A-Z, a-z, 0-9 and '_', and start with a letter.",
                    path);
        }
    }

    /** Whether this is a valid attribute name: 1 to 32 of {@code A-Z a-z 0-9 _}, starting with a letter. */
    public static boolean isAttribute(String name) {
        return ATTRIBUTE.matcher(name).matches();
    }
}
