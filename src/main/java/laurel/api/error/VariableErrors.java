package laurel.api.error;

import graphql.ExecutionInput;
import graphql.GraphQLContext;
import graphql.execution.TypeFromAST;
import graphql.language.OperationDefinition;
import graphql.language.VariableDefinition;
import graphql.schema.CoercingParseValueException;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first value in the variables that does not match its declared type. graphql-java has rejected the variables
 * already, but names at most the variable, which does not help to find one invalid submission in a batch of a thousand.
 * The search follows graphql-java's order and rules, so it finds the same value.
 */
@Singleton
public final class VariableErrors {
    private final GraphQLSchema schema;

    VariableErrors(GraphQLSchema schema) {
        this.schema = schema;
    }

    /** Returns the first error; empty if all variables are valid. */
    public Optional<CodedError> first(OperationDefinition operation, ExecutionInput input) {
        Map<String, ?> variables = input.getRawVariables().toMap();
        for (VariableDefinition definition : operation.getVariableDefinitions()) {
            var search = new Search(input.getGraphQLContext());
            String reason = search.variable(
                    definition.getName(),
                    TypeFromAST.getTypeFromAST(schema, definition.getType()),
                    variables,
                    definition.getDefaultValue() != null);
            if (reason != null) {
                return Optional.of(search.error(reason, definition));
            }
        }
        return Optional.empty();
    }

    /** Depth-first search. Methods return the reason of the first error; {@code path} then leads to it. */
    private static final class Search {
        /** Unknown names may have any length. */
        private static final int MAX_NAME_LENGTH = 60;

        private final List<Object> path = new ArrayList<>();
        private final GraphQLContext context;

        Search(GraphQLContext context) {
            this.context = context;
        }

        @Nullable
        String variable(String name, @Nullable GraphQLType type, Map<String, ?> variables, boolean hasDefault) {
            return type == null ? null : member(name, type, variables, hasDefault);
        }

        /** A variable or a field. It may be omitted if its type is nullable or it has a default. */
        private @Nullable String member(String name, GraphQLType type, Map<?, ?> values, boolean hasDefault) {
            if (values.containsKey(name)) {
                return at(name, type, values.get(name));
            }
            if (hasDefault || !GraphQLTypeUtil.isNonNull(type)) {
                return null;
            }
            path.add(name);
            return "is missing; its type is " + GraphQLTypeUtil.simplePrint(type) + ".";
        }

        private @Nullable String at(Object step, GraphQLType type, @Nullable Object value) {
            path.add(step);
            String reason = check(type, value);
            if (reason == null) {
                path.removeLast();
            }
            return reason;
        }

        private @Nullable String check(GraphQLType type, @Nullable Object value) {
            if (value == null) {
                return GraphQLTypeUtil.isNonNull(type)
                        ? "must not be null; its type is " + GraphQLTypeUtil.simplePrint(type) + "."
                        : null;
            }
            return switch (GraphQLTypeUtil.unwrapNonNull(type)) {
                case GraphQLList list -> items(list.getWrappedType(), value);
                case GraphQLInputObjectType object -> fields(object, value);
                case GraphQLEnumType one -> parsed(() -> one.parseValue(value, context, Locale.ENGLISH));
                case GraphQLScalarType one ->
                    parsed(() -> one.getCoercing().parseValue(value, context, Locale.ENGLISH));
                default -> null;
            };
        }

        /** A single value is a list of one item. */
        private @Nullable String items(GraphQLType type, Object value) {
            if (!(value instanceof List<?> list)) {
                return check(type, value);
            }
            for (int i = 0; i < list.size(); i++) {
                String reason = at(i, type, list.get(i));
                if (reason != null) {
                    return reason;
                }
            }
            return null;
        }

        private @Nullable String fields(GraphQLInputObjectType type, Object value) {
            if (!(value instanceof Map<?, ?> object)) {
                return "is not an object of type " + type.getName() + ".";
            }
            for (Object name : object.keySet()) {
                if (type.getField(String.valueOf(name)) == null) {
                    path.add(shortened(String.valueOf(name)));
                    return "is not a field of " + type.getName() + ".";
                }
            }
            if (type.isOneOf() && object.size() != 1) {
                return OneOfErrors.rule(type);
            }
            for (GraphQLInputObjectField field : type.getFields()) {
                if (type.isOneOf() && object.containsKey(field.getName()) && object.get(field.getName()) == null) {
                    return OneOfErrors.rule(type);
                }
                String reason = member(field.getName(), field.getType(), object, field.hasSetDefaultValue());
                if (reason != null) {
                    return reason;
                }
            }
            return null;
        }

        private static @Nullable String parsed(Supplier<@Nullable Object> parse) {
            try {
                var unused = parse.get();
                return null;
            } catch (CoercingParseValueException e) {
                String message = e.getMessage() == null ? "" : ": " + GraphQLJavaErrors.jsonTypes(e.getMessage());
                return "has an invalid value" + message + (message.endsWith(".") ? "" : ".");
            }
        }

        CodedError error(String reason, VariableDefinition definition) {
            return new CodedError(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "Variable '" + place() + "' " + reason,
                    List.of(definition.getSourceLocation()),
                    null,
                    List.copyOf(path));
        }

        private String place() {
            var text = new StringBuilder();
            for (Object step : path) {
                if (step instanceof Integer) {
                    text.append('[').append(step).append(']');
                } else {
                    text.append(text.isEmpty() ? "" : ".").append(step);
                }
            }
            return text.toString();
        }

        private static String shortened(String name) {
            return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH) + "...";
        }
    }
}
