package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
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

    /** What a submission says of one attribute. */
    record Value(String attribute, String value) {
        Map<String, Object> input() {
            return Map.of("attribute", attribute, "value", value);
        }
    }

    /** Each attribute once. */
    static ModelGroup of(List<Value> values) {
        return new ModelGroup(values.stream().collect(Collectors.toMap(Value::attribute, Value::value)));
    }

    /** As the service tells it, in order. */
    static ModelGroup told(List<Answer> values) {
        assertThat(values.stream().map(value -> value.text("attribute"))).isSortedAccordingTo(ORDER);
        return of(values.stream()
                .map(value -> new Value(value.text("attribute"), value.text("value")))
                .toList());
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
                .map(value -> "{attribute: %s, value: %s}".formatted(quoted(value.getKey()), quoted(value.getValue())))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** A text as GraphQL writes it. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
