package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The attributes whose values tell the groups of a ranking apart: one set of SQL's GROUPING SETS. Every participant
 * stands in exactly one group of a grouping.
 *
 * @param attributes in the order of the board's definition; none is the grouping whose one group is everyone
 */
@Serdeable
public record Grouping(List<String> attributes) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Grouping {
        attributes = List.copyOf(attributes);
    }

    @Override
    @JsonValue
    public List<String> attributes() {
        return attributes;
    }

    /** Everyone in one list. */
    public static final Grouping EVERYONE = new Grouping(List.of());

    /** The group of a submission that names these values, which has one for each attribute. */
    public Group group(Map<String, String> values) {
        return Group.of(attributes, values);
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
