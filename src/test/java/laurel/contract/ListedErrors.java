package laurel.contract;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import graphql.language.Field;
import graphql.language.OperationDefinition;
import graphql.parser.Parser;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLEnumValueDefinition;
import graphql.schema.GraphQLFieldDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The errors that the descriptions of mutations list. The test client checks that responses contain no others. */
public final class ListedErrors {
    private static final Pattern CODE = Pattern.compile("\\b[A-Z][A-Z_]+\\b");

    /** A batch mutation can return the errors of its mutation for one item. */
    private static final Pattern OTHER = Pattern.compile("errors of `(\\w+)`");

    private static final Set<String> CODES = ((GraphQLEnumType)
                    Objects.requireNonNull(Contract.PRESENT.getType("ErrorCode")))
            .getValues().stream().map(GraphQLEnumValueDefinition::getName).collect(toSet());

    private static final Map<String, Set<String>> LISTED =
            Objects.requireNonNull(Contract.PRESENT.getMutationType()).getFieldDefinitions().stream()
                    .collect(toMap(GraphQLFieldDefinition::getName, ListedErrors::listed));

    private ListedErrors() {}

    /** Fails if a mutation of the document has returned an error that its description does not list. */
    public static void check(String document, @Nullable Object data) {
        if (!(data instanceof Map<?, ?> fields)
                || fields.values().stream()
                        .flatMap(ListedErrors::codes)
                        .findAny()
                        .isEmpty()) {
            return;
        }
        Map<String, String> names = new HashMap<>();
        for (OperationDefinition operation : Parser.parse(document).getDefinitionsOfType(OperationDefinition.class)) {
            if (operation.getOperation() == OperationDefinition.Operation.MUTATION) {
                operation
                        .getSelectionSet()
                        .getSelectionsOfType(Field.class)
                        .forEach(field -> names.put(field.getResultKey(), field.getName()));
            }
        }
        fields.forEach((key, payload) -> {
            String name = names.get(key);
            if (name != null) {
                codes(payload)
                        .filter(code -> !LISTED.getOrDefault(name, Set.of()).contains(code))
                        .forEach(code -> {
                            throw new AssertionError("the description of " + name + " does not list " + code);
                        });
            }
        });
    }

    private static Stream<String> codes(@Nullable Object payload) {
        if (!(payload instanceof Map<?, ?> fields)) {
            return Stream.empty();
        }
        return Stream.concat(
                list(fields.get("errors"))
                        .map(error -> error instanceof Map<?, ?> one ? one.get("code") : null)
                        .filter(String.class::isInstance)
                        .map(String.class::cast),
                list(fields.get("results")).flatMap(ListedErrors::codes));
    }

    private static Stream<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list.stream() : Stream.empty();
    }

    private static Set<String> listed(GraphQLFieldDefinition mutation) {
        String text = Objects.requireNonNullElse(mutation.getDescription(), "");
        Stream<String> others = OTHER.matcher(text)
                .results()
                .map(other -> Objects.requireNonNull(Contract.PRESENT.getMutationType())
                        .getFieldDefinition(other.group(1)))
                .filter(Objects::nonNull)
                .flatMap(other -> listed(other).stream());
        return Stream.concat(
                        CODE.matcher(text).results().map(MatchResult::group).filter(CODES::contains), others)
                .collect(toSet());
    }
}
