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
 * Decides whether a response can never change. That is so if every selected field has the directive {@code @immutable}, its
 * argument {@code given} names an argument, or a field of one, that is set, and every selected object exists.
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

    boolean isImmutable(ExecutableNormalizedOperation operation, ExecutionResult result) {
        List<ExecutableNormalizedField> fields = operation.getTopLevelFields();
        return result.getErrors().isEmpty()
                // Clients use the type name of the root as a health check.
                && fields.stream().noneMatch(field -> field.getName().equals(TYPE_NAME))
                && !fields.isEmpty()
                && isDeclared(fields)
                && allFound(fields, result.getData());
    }

    private boolean isDeclared(List<ExecutableNormalizedField> fields) {
        return fields.stream().allMatch(field -> isDeclared(field) && isDeclared(field.getChildren()));
    }

    private boolean isDeclared(ExecutableNormalizedField field) {
        return field.getName().equals(TYPE_NAME)
                || field.getFieldDefinitions(schema).stream().allMatch(definition -> isDeclared(field, definition));
    }

    private static boolean isDeclared(ExecutableNormalizedField field, GraphQLFieldDefinition definition) {
        GraphQLAppliedDirective directive = definition.getAppliedDirective(DIRECTIVE);
        GraphQLAppliedDirectiveArgument given = directive == null ? null : directive.getArgument(GIVEN);
        String argument = given == null ? null : given.getValue();
        return directive != null
                && (argument == null || isGiven(field.getResolvedArguments(), argument.split("\\.", -1), 0));
    }

    /** Whether the value at the path is given; in each item, if there are lists on it. */
    private static boolean isGiven(@Nullable Object value, String[] path, int at) {
        return switch (value) {
            case null -> false;
            case List<?> items -> items.stream().allMatch(item -> isGiven(item, path, at));
            case Map<?, ?> object -> at == path.length || isGiven(object.get(path[at]), path, at + 1);
            default -> true;
        };
    }

    /** A null object may exist later. The result has no fields of other types than the object's. */
    private static boolean allFound(List<ExecutableNormalizedField> fields, @Nullable Object value) {
        return switch (value) {
            case null -> false;
            case List<?> items -> items.stream().allMatch(item -> allFound(fields, item));
            case Map<?, ?> object ->
                fields.stream()
                        .filter(field -> !field.getChildren().isEmpty() && object.containsKey(field.getResultKey()))
                        .allMatch(field -> allFound(field.getChildren(), object.get(field.getResultKey())));
            default -> true;
        };
    }
}
