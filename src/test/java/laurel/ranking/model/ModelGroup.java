package laurel.ranking.model;

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

/** Attributes and their values: all that a submission names, or those of one grouping. None is everyone. */
record ModelGroup(Map<String, String> values) {
    static final ModelGroup EVERYONE = new ModelGroup(Map.of());

    /** In order of attribute, shorter names first. */
    private static final Comparator<String> ORDER =
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

    /** As the service returns the group of a ranking; null is everyone. */
    static ModelGroup told(Answer group) {
        return group.json() == null ? EVERYONE : values(group.node("values"));
    }

    /** As the service returns values, in order. */
    static ModelGroup values(Answer values) {
        Map<String, String> told = new LinkedHashMap<>();
        ((Map<?, ?>) requireNonNull(values.json()))
                .forEach((attribute, value) -> told.put((String) attribute, (String) value));
        assertThat(told.keySet().stream()).isSortedAccordingTo(ORDER);
        return new ModelGroup(told);
    }

    boolean isEveryone() {
        return values.isEmpty();
    }

    /** Whether it is one of this grouping. */
    boolean isOf(List<String> grouping) {
        return values.keySet().equals(Set.copyOf(grouping));
    }

    /** The group to which this belongs in a grouping. */
    ModelGroup in(List<String> grouping) {
        Map<String, String> some = new TreeMap<>(values);
        some.keySet().retainAll(grouping);
        return new ModelGroup(some);
    }

    /** The values, in order of attribute. */
    List<String> inOrder() {
        return values.keySet().stream()
                .sorted(ORDER)
                .map(attribute -> values.getOrDefault(attribute, ""))
                .toList();
    }

    /** As an argument. */
    String text() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + ": " + quoted(value.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** A text as GraphQL writes it. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
