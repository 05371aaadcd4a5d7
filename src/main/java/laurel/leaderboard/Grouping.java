package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import laurel.group.GroupValues;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

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

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Grouping {
        attributes = List.copyOf(attributes);
    }

    @Override
    @JsonValue
    public List<String> attributes() {
        return attributes;
    }

    /**
     * Refuses GROUPING_NOT_FOUND if no grouping has an attribute; null is none.
     *
     * @param name the field that is reported
     */
    static void checkAttribute(@Nullable String attribute, List<Grouping> groupings, String name) {
        if (attribute != null
                && groupings.stream()
                        .noneMatch(grouping -> grouping.attributes().contains(attribute))) {
            throw new RefusedException(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "No grouping of the leaderboard has the attribute `" + attribute + "`.",
                    name);
        }
    }

    /** Returns the groupings of an input. Refuses LIST_EMPTY, LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE, DUPLICATE_ITEM. */
    public static List<Grouping> checked(List<List<String>> groupings, String name) {
        Limits.size(groupings, 1, MAX, name);
        Set<Set<String>> sets = new HashSet<>();
        List<Grouping> checked = new ArrayList<>();
        for (int n = 0; n < groupings.size(); n++) {
            Grouping grouping = ofInput(groupings.get(n), name, Integer.toString(n));
            if (!sets.add(Set.copyOf(grouping.attributes))) {
                throw duplicate("`" + name + "` has the same attributes twice.", name, Integer.toString(n));
            }
            checked.add(grouping);
        }
        return checked;
    }

    /** Returns the grouping of an input. Refuses LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE, DUPLICATE_ITEM. */
    public static Grouping ofInput(List<String> attributes, String... path) {
        Limits.size(attributes, 0, MAX_ATTRIBUTES, path);
        Set<String> seen = new HashSet<>();
        for (int n = 0; n < attributes.size(); n++) {
            String attribute = attributes.get(n);
            String[] at = Arrays.copyOf(path, path.length + 1);
            at[path.length] = Integer.toString(n);
            GroupValues.checkAttribute(attribute, at);
            if (!seen.add(attribute)) {
                throw duplicate("The grouping has the attribute `" + attribute + "` twice.", at);
            }
        }
        return new Grouping(attributes);
    }

    private static RefusedException duplicate(String message, String... path) {
        return new RefusedException(ErrorCode.DUPLICATE_ITEM, message, path);
    }

    /** Returns the group of a submission with these values, which include one for each attribute. */
    public Group group(Map<String, String> values) {
        return Group.of(attributes, values);
    }

    /** Does the same for a group, which is returned if it has no other values. */
    public Group group(Group complete) {
        if (attributes.isEmpty()) {
            return Group.EVERYONE;
        }
        return attributes.size() == complete.values().size()
                        && complete.values().keySet().containsAll(attributes)
                ? complete
                : group(complete.values());
    }

    /** Returns the attributes in the order of {@link Group#ORDER}. */
    public SortedSet<String> inOrder() {
        SortedSet<String> ordered = new TreeSet<>(Group.ORDER);
        ordered.addAll(attributes);
        return ordered;
    }

    /** Whether groups with these attributes, in any order, belong to this grouping. */
    public boolean has(Collection<String> others) {
        return attributes.size() == others.size() && others.containsAll(attributes);
    }

    /** Returns the attributes of all these groupings, in order of name. */
    public static Set<String> attributes(Collection<Grouping> groupings) {
        Set<String> attributes = new TreeSet<>();
        groupings.forEach(grouping -> attributes.addAll(grouping.attributes));
        return attributes;
    }
}
