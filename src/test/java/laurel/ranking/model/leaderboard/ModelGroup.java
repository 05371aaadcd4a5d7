package laurel.ranking.model.leaderboard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.GraphQLClient.Answer;

/** Group values: all of a submission, or those of one grouping. Empty for everyone. */
public record ModelGroup(Map<String, String> values) {
    public static final ModelGroup EVERYONE = new ModelGroup(Map.of());

    /** Ordered by attribute, shorter names first. */
    private static final Comparator<String> ORDER =
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

    /** The group that the service returns for a ranking. Null for everyone. */
    public static ModelGroup read(Answer group) {
        return group.json() == null ? EVERYONE : values(group.node("values"));
    }

    /** The values that the service returns, in order. */
    static ModelGroup values(Answer values) {
        Map<String, String> returned = new LinkedHashMap<>();
        ((Map<?, ?>) requireNonNull(values.json()))
                .forEach((attribute, value) -> returned.put((String) attribute, (String) value));
        assertThat(returned.keySet().stream()).isSortedAccordingTo(ORDER);
        return new ModelGroup(returned);
    }

    public boolean isEveryone() {
        return values.isEmpty();
    }

    /** Whether it belongs to a grouping. */
    public boolean isOf(List<String> grouping) {
        return values.keySet().equals(Set.copyOf(grouping));
    }

    /** Its group in a grouping. */
    ModelGroup in(List<String> grouping) {
        Map<String, String> some = new TreeMap<>(values);
        some.keySet().retainAll(grouping);
        return new ModelGroup(some);
    }

    /** The values, ordered by attribute. */
    List<String> inOrder() {
        return values.keySet().stream()
                .sorted(ORDER)
                .map(attribute -> values.getOrDefault(attribute, ""))
                .toList();
    }

    /** As a GraphQL argument. */
    public String text() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + ": " + quoted(value.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** A GraphQL string literal. */
    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
