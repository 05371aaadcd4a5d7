package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * The attributes by which participants are divided into groups: one set of SQL's GROUPING SETS. A participant belongs to
 * exactly one group of a grouping.
 *
 * @param attributes in the order of the leaderboard's definition; empty for the grouping with everyone as its only group
 */
@Serdeable
public record Grouping(List<String> attributes) {
    /** Maximum number of groupings of a leaderboard. */
    public static final int MAX = 8;
    /** Maximum number of attributes of a grouping. */
    public static final int MAX_ATTRIBUTES = 4;
    /** The grouping that ranks everyone together. */
    public static final Grouping EVERYONE = new Grouping(List.of());

    private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,31}");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Grouping {
        attributes = List.copyOf(attributes);
    }

    @Override
    @JsonValue
    public List<String> attributes() {
        return attributes;
    }

    /** Returns the groupings of an input. Refuses LIST_EMPTY, LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE, DUPLICATE_ITEM. */
    public static List<Grouping> checked(List<List<String>> groupings, String name) {
        Limits.size(groupings, 1, MAX, name);
        Set<Set<String>> sets = new HashSet<>();
        List<Grouping> checked = new ArrayList<>();
        for (int n = 0; n < groupings.size(); n++) {
            Grouping grouping = one(groupings.get(n), name, Integer.toString(n));
            if (!sets.add(Set.copyOf(grouping.attributes))) {
                throw duplicate("`" + name + "` has the same attributes twice.", name, Integer.toString(n));
            }
            checked.add(grouping);
        }
        return checked;
    }

    private static Grouping one(List<String> attributes, String name, String number) {
        Limits.size(attributes, 0, MAX_ATTRIBUTES, name, number);
        Set<String> seen = new HashSet<>();
        for (int n = 0; n < attributes.size(); n++) {
            String attribute = attributes.get(n);
            checkAttribute(attribute, name, number, Integer.toString(n));
            if (!seen.add(attribute)) {
                throw duplicate(
                        "The grouping has the attribute `" + attribute + "` twice.", name, number, Integer.toString(n));
            }
        }
        return new Grouping(attributes);
    }

    /** Refuses INVALID_GROUP_ATTRIBUTE. */
    static void checkAttribute(String attribute, String... path) {
        if (!isAttribute(attribute)) {
            throw new RefusedException(
                    ErrorCode.INVALID_GROUP_ATTRIBUTE,
                    Text.named(path) + " must be 1-32 characters of A-Z, a-z, 0-9 and '_', and start with a letter.",
                    path);
        }
    }

    static boolean isAttribute(String name) {
        return ATTRIBUTE.matcher(name).matches();
    }

    private static RefusedException duplicate(String message, String... path) {
        return new RefusedException(ErrorCode.DUPLICATE_ITEM, message, path);
    }

    /** Returns the group of a submission with these values, which include one for each attribute. */
    public Group group(Map<String, String> values) {
        return Group.of(attributes, values);
    }

    /** Returns the attributes in the order of {@link Group#ORDER}. */
    public SortedSet<String> inOrder() {
        SortedSet<String> ordered = new TreeSet<>(Group.ORDER);
        ordered.addAll(attributes);
        return ordered;
    }

    /** Whether groups with these attributes, in any order, belong to this grouping. */
    public boolean has(Collection<String> others) {
        return Set.copyOf(attributes).equals(Set.copyOf(others));
    }

    /** Returns the attributes of all these groupings, in order of name. */
    public static Set<String> attributes(Collection<Grouping> groupings) {
        Set<String> attributes = new TreeSet<>();
        groupings.forEach(grouping -> attributes.addAll(grouping.attributes));
        return attributes;
    }
}
