package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces explicit nulls by the defaults of the schema. GraphQL applies a default only to an omitted value. Without this
 * class, clients that send null for unused variables would have to know each default.
 */
final class Defaults {
    private Defaults() {}

    /** The arguments of a field, without nulls for those that have a default. */
    static Map<String, Object> applied(DataFetchingEnvironment environment) {
        Map<String, Object> arguments = environment.getArguments();
        if (arguments.isEmpty()) {
            return arguments;
        }
        return members(arguments, name -> {
            GraphQLArgument argument = environment.getFieldDefinition().getArgument(name);
            return argument == null
                    ? null
                    : new Declared(argument.getType(), () -> GraphQLArgument.getArgumentDefaultValue(argument));
        });
    }

    /** Type and default of an argument or an input field. */
    private record Declared(GraphQLType type, Standard standard) {}

    @FunctionalInterface
    private interface Standard {
        @Nullable
        Object value();
    }

    private static Map<String, Object> members(
            Map<String, Object> values, Function<String, @Nullable Declared> declarations) {
        Map<String, Object> changed = null;
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            Declared declared = declarations.apply(entry.getKey());
            if (declared == null) {
                continue;
            }
            Object before = entry.getValue();
            Object after = before == null ? declared.standard().value() : of(declared.type(), before);
            if (after != before) {
                changed = changed == null ? new HashMap<>(values) : changed;
                changed.put(entry.getKey(), after);
            }
        }
        return changed == null ? values : changed;
    }

    /** Returns the same object if nothing changes. */
    private static Object of(GraphQLType type, Object value) {
        GraphQLType nullable = GraphQLTypeUtil.unwrapNonNull(type);
        if (value instanceof List<?> list && nullable instanceof GraphQLList items) {
            return items(items.getWrappedType(), list);
        }
        return value instanceof Map<?, ?> object && nullable instanceof GraphQLInputObjectType fields
                ? fields(fields, object)
                : value;
    }

    private static List<?> items(GraphQLType type, List<?> values) {
        List<Object> changed = null;
        for (int i = 0; i < values.size(); i++) {
            Object before = values.get(i);
            Object after = before == null ? null : of(type, before);
            if (after != before) {
                changed = changed == null ? new ArrayList<>(values) : changed;
                changed.set(i, after);
            }
        }
        return changed == null ? values : changed;
    }

    @SuppressWarnings("unchecked") // Input objects are maps by name.
    private static Map<String, Object> fields(GraphQLInputObjectType type, Map<?, ?> values) {
        return members((Map<String, Object>) values, name -> {
            GraphQLInputObjectField field = type.getField(name);
            return field == null
                    ? null
                    : new Declared(field.getType(), () -> GraphQLInputObjectField.getInputFieldDefaultValue(field));
        });
    }
}
