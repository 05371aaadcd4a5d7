package laurel.graphql;

import graphql.execution.CoercedVariables;
import graphql.language.ArrayValue;
import graphql.language.BooleanValue;
import graphql.language.EnumValue;
import graphql.language.FloatValue;
import graphql.language.IntValue;
import graphql.language.ObjectField;
import graphql.language.ObjectValue;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.language.VariableReference;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts untyped GraphQL literals to JSON. */
final class Literals {
    private Literals() {}

    private static @Nullable Object value(Value<?> literal, CoercedVariables variables) {
        return switch (literal) {
            case StringValue string -> string.getValue();
            case IntValue number -> number.getValue();
            case FloatValue number -> number.getValue();
            case BooleanValue truth -> truth.isValue();
            case EnumValue name -> name.getName();
            case VariableReference variable -> variables.get(variable.getName());
            case ArrayValue list ->
                list.getValues().stream().map(item -> value(item, variables)).toList();
            case ObjectValue object -> fields(object, variables);
            default -> null;
        };
    }

    static Map<String, @Nullable Object> fields(ObjectValue object, CoercedVariables variables) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (ObjectField field : object.getObjectFields()) {
            fields.put(field.getName(), value(field.getValue(), variables));
        }
        return fields;
    }
}
