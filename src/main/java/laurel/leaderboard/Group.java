package laurel.leaderboard;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One group of a {@link Grouping}: {@code {region=eu, platform=pc}}.
 *
 * @param values by attribute, in order of attribute; none is everyone
 */
@Serdeable
public record Group(SortedMap<String, String> values) {
    /** The one group of {@link Grouping#EVERYONE}. */
    public static final Group EVERYONE = new Group(new TreeMap<>());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Group {
        values = unmodifiableSortedMap(new TreeMap<>(values));
    }

    @Override
    @JsonValue
    public SortedMap<String, String> values() {
        return values;
    }

    /** The group that these values of these attributes make; each attribute has one. */
    static Group of(Collection<String> attributes, Map<String, String> values) {
        SortedMap<String, String> own = new TreeMap<>();
        attributes.forEach(attribute -> own.put(attribute, requireNonNull(values.get(attribute), attribute)));
        return new Group(own);
    }

    /** The names of its attributes, in order. */
    public Set<String> attributes() {
        return values.keySet();
    }
}
