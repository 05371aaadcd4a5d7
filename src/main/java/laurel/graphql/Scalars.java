package laurel.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;

import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.ObjectValue;
import graphql.language.Value;
import graphql.language.VariableReference;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.CoercingParseValueException;
import graphql.schema.GraphQLScalarType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import laurel.database.sql.Json;
import laurel.request.JsonBytes;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** The scalars of the schema. */
public final class Scalars {
    /** The unchanged text of a score. The leaderboard decides which texts are valid scores, and refuses others with a code. */
    public static final GraphQLScalarType SCORE = asSent("a decimal number, as a string or a number", "Score");

    /** The unchanged text of another exact number. The field defines the valid range. */
    public static final GraphQLScalarType DECIMAL = asSent("a decimal number, as a string or a number", "Decimal");

    /** A map of attributes to values, both strings. */
    public static final GraphQLScalarType GROUP_VALUES = GraphQLScalarType.newScalar()
            .name("GroupValues")
            .coercing(new GroupValues())
            .build();

    /** The unchanged text of a duration. The leaderboard checks it, too. */
    public static final GraphQLScalarType DURATION = asSent("a duration such as \"PT6H\", as a string", "Duration");

    /** A {@code long}. */
    public static final GraphQLScalarType INT64 = new TextScalar<Long>("a 64-bit integer, as a string or a number") {
        @Override
        @Nullable
        Long parse(String text) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        String text(Object value) {
            return value.toString();
        }
    }.named("Int64");

    /** An {@code Instant} with microseconds. */
    public static final GraphQLScalarType DATE_TIME =
            new TextScalar<Instant>("a time such as 2010-11-14T15:00:00Z, in the years 0001 to 9999") {
                @Override
                @Nullable
                Instant parse(String text) {
                    try {
                        OffsetDateTime at = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
                        return at.getYear() < 1 || at.getYear() > 9999
                                ? null
                                : at.toInstant().truncatedTo(ChronoUnit.MICROS);
                    } catch (DateTimeException e) {
                        return null;
                    }
                }

                @Override
                String text(Object value) {
                    return value.toString();
                }
            }.named("DateTime");

    /** A {@code LocalDate}. */
    public static final GraphQLScalarType DATE =
            new TextScalar<LocalDate>("a date such as 2010-11-14, in the years 0001 to 9999") {
                @Override
                @Nullable
                LocalDate parse(String text) {
                    try {
                        LocalDate day = LocalDate.parse(text);
                        return day.getYear() < 1 || day.getYear() > 9999 ? null : day;
                    } catch (DateTimeException e) {
                        return null;
                    }
                }

                @Override
                String text(Object value) {
                    return value.toString();
                }
            }.named("Date");

    /** A {@link Json}. */
    public static final GraphQLScalarType JSON_OBJECT = GraphQLScalarType.newScalar()
            .name("JSONObject")
            .coercing(new JsonObject())
            .build();

    private Scalars() {}

    private static GraphQLScalarType asSent(String expected, String name) {
        return new TextScalar<String>(expected) {
            @Override
            String parse(String text) {
                return text;
            }

            @Override
            String text(Object value) {
                return value.toString();
            }
        }.named(name);
    }

    private static final class GroupValues implements Coercing<Map<String, String>, Map<?, ?>> {
        private static final String WANTED = "A group is an object of strings, such as {region: \"eu\"}";

        @Override
        public Map<?, ?> serialize(Object value, GraphQLContext context, Locale locale) {
            return (Map<?, ?>) value;
        }

        @Override
        public Map<String, String> parseValue(Object input, GraphQLContext context, Locale locale) {
            return texts(input).orElseThrow(() -> new CoercingParseValueException(WANTED));
        }

        @Override
        public Map<String, String> parseLiteral(
                Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
            return Optional.of(input)
                    .filter(ObjectValue.class::isInstance)
                    .flatMap(object -> texts(given((ObjectValue) object, variables)))
                    .orElseThrow(() -> new CoercingParseLiteralException(WANTED));
        }

        /** Omits fields with variables that have no value, as during the validation of a query. */
        private static Map<String, @Nullable Object> given(ObjectValue object, CoercedVariables variables) {
            Map<String, @Nullable Object> fields = Literals.fields(object, variables);
            object.getObjectFields().stream()
                    .filter(field -> field.getValue() instanceof VariableReference variable
                            && !variables.containsKey(variable.getName()))
                    .forEach(field -> fields.remove(field.getName()));
            return fields;
        }

        private static Optional<Map<String, String>> texts(Object input) {
            if (!(input instanceof Map<?, ?> map)) {
                return Optional.empty();
            }
            Map<String, String> texts = new LinkedHashMap<>();
            for (Map.Entry<?, ?> value : map.entrySet()) {
                if (!(value.getValue() instanceof String text)) {
                    return Optional.empty();
                }
                texts.put((String) value.getKey(), text);
            }
            return Optional.of(texts);
        }
    }

    private static final class JsonObject implements Coercing<Json, Object> {
        @Override
        public Object serialize(Object value, GraphQLContext context, Locale locale) {
            return Objects.requireNonNull(StrictJson.stored((Json) value));
        }

        @Override
        public Json parseValue(Object input, GraphQLContext context, Locale locale) {
            if (input instanceof Map<?, ?> object) {
                return json(object);
            }
            throw new CoercingParseValueException("This is not a JSON object");
        }

        @Override
        public Json parseLiteral(Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
            if (input instanceof ObjectValue object) {
                return json(Literals.fields(object, variables));
            }
            throw new CoercingParseLiteralException("This is not a JSON object");
        }

        private static Json json(Map<?, ?> object) {
            return new Json(new String(JsonBytes.of(object), UTF_8));
        }
    }
}
