package laurel.graphql;

import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.FloatValue;
import graphql.language.IntValue;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.CoercingParseValueException;
import graphql.schema.GraphQLScalarType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Scalars that are one text in requests and responses. {@link #parse} reads literals and variables, strings and numbers.
 *
 * @param <T> type of the value for fetchers
 */
abstract class TextScalar<T> implements Coercing<T, String> {
    private final String expected;

    /** @param expected description of valid values, which ends the sentence "This is not ..." */
    TextScalar(String expected) {
        this.expected = expected;
    }

    /** The value of a text; null if the text is invalid. */
    abstract @Nullable T parse(String text);

    /** The text of a value. */
    abstract String text(Object value);

    @Override
    public String serialize(Object value, GraphQLContext context, Locale locale) {
        return text(value);
    }

    @Override
    public T parseValue(Object input, GraphQLContext context, Locale locale) {
        T value = input instanceof String || input instanceof Number ? parse(input.toString()) : null;
        if (value == null) {
            throw new CoercingParseValueException("This is not " + expected);
        }
        return value;
    }

    @Override
    public T parseLiteral(Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        String text =
                switch (input) {
                    case StringValue string -> string.getValue();
                    case IntValue number -> number.getValue().toString();
                    case FloatValue number -> number.getValue().toString();
                    default -> null;
                };
        T value = text == null ? null : parse(text);
        if (value == null) {
            throw new CoercingParseLiteralException("This is not " + expected);
        }
        return value;
    }

    GraphQLScalarType named(String name) {
        return GraphQLScalarType.newScalar().name(name).coercing(this).build();
    }
}
