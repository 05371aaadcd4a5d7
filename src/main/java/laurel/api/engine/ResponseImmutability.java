package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.normalized.ExecutableNormalizedField;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.schema.GraphQLAppliedDirective;
import graphql.schema.GraphQLAppliedDirectiveArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLSchema;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer stays the same for ever: every field that was asked for, from the first to the leaves, has the schema's
 * directive {@value #DIRECTIVE}, and the argument that this names; and there are all objects that were asked for.
 */
@Singleton
final class ResponseImmutability {
    private static final String DIRECTIVE = "immutable";
    private static final String GIVEN = "given";
    private static final String TYPE_NAME = "__typename";

    private final GraphQLSchema schema;

    ResponseImmutability(GraphQLSchema schema) {
        this.schema = schema;
    }

    boolean of(ExecutableNormalizedOperation operation, ExecutionResult result) {
        List<ExecutableNormalizedField> fields = operation.getTopLevelFields();
        return result.getErrors().isEmpty()
                // Whether the service is there is asked by the name of the root.
                && fields.stream().noneMatch(field -> field.getName().equals(TYPE_NAME))
                && !fields.isEmpty()
                && declared(fields)
                && found(fields, result.getData());
    }

    private boolean declared(List<ExecutableNormalizedField> fields) {
        return fields.stream().allMatch(field -> declared(field) && declared(field.getChildren()));
    }

    private boolean declared(ExecutableNormalizedField field) {
        return field.getName().equals(TYPE_NAME)
                || field.getFieldDefinitions(schema).stream().allMatch(definition -> declared(field, definition));
    }

    private static boolean declared(ExecutableNormalizedField field, GraphQLFieldDefinition definition) {
        GraphQLAppliedDirective directive = definition.getAppliedDirective(DIRECTIVE);
        GraphQLAppliedDirectiveArgument given = directive == null ? null : directive.getArgument(GIVEN);
        String argument = given == null ? null : given.getValue();
        return directive != null
                && (argument == null || field.getResolvedArguments().get(argument) != null);
    }

    /** What is null has no fields, and might have some day. A field of another type than the object's is not there. */
    private static boolean found(List<ExecutableNormalizedField> fields, @Nullable Object value) {
        return switch (value) {
            case null -> false;
            case List<?> items -> items.stream().allMatch(item -> found(fields, item));
            case Map<?, ?> object ->
                fields.stream()
                        .filter(field -> !field.getChildren().isEmpty() && object.containsKey(field.getResultKey()))
                        .allMatch(field -> found(field.getChildren(), object.get(field.getResultKey())));
            default -> true;
        };
    }
}
