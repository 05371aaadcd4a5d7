package laurel.api.operation;

import graphql.language.Argument;
import graphql.language.Field;
import graphql.language.Node;
import graphql.language.OperationDefinition;
import graphql.language.VariableReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.ParsedDocument;
import org.jspecify.annotations.Nullable;

/**
 * Finds the variables that the events of a subscription depend on. Those that only say what it follows, in arguments of the
 * subscription's field, are used when it starts, and not when an event is rendered.
 */
final class EventVariables {
    private EventVariables() {}

    /** Returns the variables of the request without those that are only used in arguments of the subscription's field. */
    static Map<String, @Nullable Object> of(GraphQLRequest request, ParsedDocument.Valid parsed) {
        if (request.variables().isEmpty()) {
            return Map.of();
        }
        OperationDefinition operation = parsed.operation(request.operationName());
        Map<String, Integer> elsewhere = uses(List.of(parsed.entry().getDocument()));
        List<Argument> arguments = operation.getSelectionSet().getSelectionsOfType(Field.class).stream()
                .flatMap(field -> field.getArguments().stream())
                .toList();
        uses(arguments).forEach((name, count) -> elsewhere.merge(name, -count, Integer::sum));
        Map<String, @Nullable Object> used = new HashMap<>();
        request.variables().forEach((name, value) -> {
            if (elsewhere.getOrDefault(name, 0) > 0) {
                used.put(name, value);
            }
        });
        return used;
    }

    /** Number of uses of each variable. */
    private static Map<String, Integer> uses(List<? extends Node<?>> nodes) {
        Map<String, Integer> uses = new HashMap<>();
        List<Node<?>> pending = new ArrayList<>(nodes);
        while (!pending.isEmpty()) {
            Node<?> node = pending.removeLast();
            if (node instanceof VariableReference reference) {
                uses.merge(reference.getName(), 1, Integer::sum);
            }
            for (Object child : node.getChildren()) {
                pending.add((Node<?>) child);
            }
        }
        return uses;
    }
}
