package laurel.api.operation;

import graphql.language.Argument;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.Node;
import graphql.language.NonNullType;
import graphql.language.OperationDefinition;
import graphql.language.VariableReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.ParsedDocument;
import org.jspecify.annotations.Nullable;

/** Removes the cursor to resume after from a request, so that resumed subscriptions share events with others. */
final class Resumption {
    /** The argument of all subscription fields. */
    static final String ARGUMENT = "after";

    private Resumption() {}

    /** Returns the request without the value of the variable, if the document uses it only for this argument. */
    static GraphQLRequest withoutCursor(GraphQLRequest request, ParsedDocument.Valid parsed) {
        OperationDefinition operation = parsed.operation(request.operationName());
        String variable = variable(operation, parsed.entry().getDocument());
        if (variable == null || !request.variables().containsKey(variable)) {
            return request;
        }
        Map<String, @Nullable Object> others = new HashMap<>(request.variables());
        others.remove(variable);
        return new GraphQLRequest(request.query(), request.operationName(), others, request.extensions());
    }

    private static @Nullable String variable(OperationDefinition operation, Document document) {
        for (Field field : operation.getSelectionSet().getSelectionsOfType(Field.class)) {
            for (Argument argument : field.getArguments()) {
                if (argument.getName().equals(ARGUMENT)
                        && argument.getValue() instanceof VariableReference reference
                        && countUses(document, reference.getName()) == 1
                        && isNullable(operation, reference.getName())) {
                    return reference.getName();
                }
            }
        }
        return null;
    }

    private static boolean isNullable(OperationDefinition operation, String variable) {
        return operation.getVariableDefinitions().stream()
                .noneMatch(definition ->
                        definition.getName().equals(variable) && definition.getType() instanceof NonNullType);
    }

    /** Counts in the whole document, because fragments may use the variable too. */
    private static int countUses(Document document, String variable) {
        int uses = 0;
        List<Node<?>> pending = new ArrayList<>(List.of(document));
        while (!pending.isEmpty()) {
            Node<?> node = pending.removeLast();
            if (node instanceof VariableReference reference
                    && reference.getName().equals(variable)) {
                uses++;
            }
            for (Object child : node.getChildren()) {
                pending.add((Node<?>) child);
            }
        }
        return uses;
    }
}
