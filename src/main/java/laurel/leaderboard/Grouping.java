package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;

/**
 * The attributes whose values tell the groups of a ranking apart: one set of SQL's GROUPING SETS. Every participant
 * stands in exactly one group of a grouping.
 *
 * @param attributes in the order of the board's definition; none is the grouping whose one group is everyone
 */
@Serdeable
public record Grouping(List<String> attributes) {
    /** Most groupings of one board. */
    public static final int MAX = 8;
    /** Most attributes of one grouping. */
    public static final int MAX_ATTRIBUTES = 4;
    /** Everyone in one list. */
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

    /** The groupings of these attributes; refuses as INVALID_GROUPINGS what no board can have. */
    static List<Grouping> checked(List<List<String>> groupings, String... path) {
        Set<Set<String>> sets = groupings.stream().map(Set::copyOf).collect(Collectors.toSet());
        if (groupings.isEmpty() || groupings.size() > MAX || sets.size() < groupings.size()) {
            throw refused("A leaderboard has 1 to " + MAX + " groupings, each once.", path);
        }
        return groupings.stream().map(attributes -> one(attributes, path)).toList();
    }

    private static Grouping one(List<String> attributes, String... path) {
        if (attributes.size() > MAX_ATTRIBUTES || Set.copyOf(attributes).size() < attributes.size()) {
            throw refused("A grouping has at most " + MAX_ATTRIBUTES + " attributes, each once.", path);
        }
        if (!attributes.stream().allMatch(Grouping::isAttribute)) {
            throw refused("An attribute is 1 to 32 of A-Z, a-z, 0-9 and '_', and begins with a letter.", path);
        }
        return new Grouping(attributes);
    }

    static boolean isAttribute(String name) {
        return ATTRIBUTE.matcher(name).matches();
    }

    private static RefusedException refused(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_GROUPINGS, message, path);
    }

    /** The group of a submission that names these values, which has one for each attribute. */
    public Group group(Map<String, String> values) {
        return Group.of(attributes, values);
    }

    /** Its attributes as a group tells them: in the order of {@link Group#ORDER}. */
    public SortedSet<String> inOrder() {
        SortedSet<String> ordered = new TreeSet<>(Group.ORDER);
        ordered.addAll(attributes);
        return ordered;
    }

    /** Whether a group of these attributes, in whatever order, is one of this grouping. */
    public boolean has(Collection<String> others) {
        return Set.copyOf(attributes).equals(Set.copyOf(others));
    }

    /** Every attribute that any of these names, in order of name. */
    public static Set<String> attributes(Collection<Grouping> groupings) {
        Set<String> attributes = new TreeSet<>();
        groupings.forEach(grouping -> attributes.addAll(grouping.attributes));
        return attributes;
    }
}
