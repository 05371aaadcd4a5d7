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

/** The variable by which a subscription says where it resumes. */
final class Resumption {
    /** The argument of every field of Subscription that says so. */
    static final String ARGUMENT = "after";

    private Resumption() {}

    /** The request without the value of that variable, where the document uses it for nothing else. */
    static GraphQLRequest without(GraphQLRequest request, ParsedDocument.Valid parsed) {
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
                        && uses(document, reference.getName()) == 1
                        && nullable(operation, reference.getName())) {
                    return reference.getName();
                }
            }
        }
        return null;
    }

    private static boolean nullable(OperationDefinition operation, String variable) {
        return operation.getVariableDefinitions().stream()
                .noneMatch(definition ->
                        definition.getName().equals(variable) && definition.getType() instanceof NonNullType);
    }

    /** In all of the document, whose fragments may use it too. */
    private static int uses(Document document, String variable) {
        int uses = 0;
        List<Node<?>> left = new ArrayList<>(List.of(document));
        while (!left.isEmpty()) {
            Node<?> node = left.removeLast();
            if (node instanceof VariableReference reference
                    && reference.getName().equals(variable)) {
                uses++;
            }
            for (Object child : node.getChildren()) {
                left.add((Node<?>) child);
            }
        }
        return uses;
    }
}
