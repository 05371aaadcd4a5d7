package laurel.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLNamedOutputType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.Tries;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each argument of the schema that contains text gets a text that PostgreSQL cannot store, one argument at a time. */
class HostileTextTest {
    private static final Map<String, String> PLAUSIBLE = Map.of(
            "key",
            "one",
            "leaderboard",
            "one",
            "streak",
            "daily",
            "badge",
            "first",
            "type",
            "ACCOUNT",
            "policy",
            "social",
            "timeZone",
            "UTC");

    private static FuzzedService service;
    private static FuzzedBytes bytes;
    private static GraphQLSchema schema;

    @BeforeAll
    static void start() {
        service = new FuzzedService();
        bytes = new FuzzedBytes(new Random(1), service.authority());
        schema = FuzzedOperations.schema();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    static List<String> hostile() {
        return Tries.LONG ? List.of("a\u0000", "\ud800", "\udc00a") : List.of("a\u0000", "\ud800");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void respondsToHostileTextInEveryArgument(String hostile) {
        GraphQLObjectType participant = Objects.requireNonNull(schema.getObjectType("Participant"));
        GraphQLObjectType board = Objects.requireNonNull(schema.getObjectType("Leaderboard"));
        GraphQLObjectType ranking = Objects.requireNonNull(schema.getObjectType("Ranking"));
        each(schema.getQueryType(), "query", "%s", hostile);
        each(Objects.requireNonNull(schema.getMutationType()), "mutation", "%s", hostile);
        each(Objects.requireNonNull(schema.getSubscriptionType()), "subscription", "%s", hostile);
        each(participant, "query", "participant(ref: {external: {externalId: \"ann\"}}) { %s }", hostile);
        each(board, "query", "leaderboard(key: \"one\") { %s }", hostile);
        each(ranking, "query", "leaderboard(key: \"one\") { ranking(kind: DAILY) { %s } }", hostile);
        assertThat(service.faults()).as("%s", service.answers()).isEmpty();
        assertThat(service.columnsWithReplacements()).isEmpty();
    }

    private static void each(GraphQLObjectType type, String operation, String within, String hostile) {
        for (GraphQLFieldDefinition field : type.getFieldDefinitions()) {
            for (GraphQLArgument argument : field.getArguments()) {
                for (Object value : hostile(argument.getName(), argument.getType(), hostile)) {
                    send(field, argument, value, operation, within);
                }
            }
        }
    }

    private static void send(
            GraphQLFieldDefinition field, GraphQLArgument hostile, Object value, String operation, String within) {
        Map<String, @Nullable Object> variables = new LinkedHashMap<>();
        for (GraphQLArgument argument : field.getArguments()) {
            boolean chosen = argument.equals(hostile);
            if (chosen || needed(argument.getType(), argument.hasSetDefaultValue())) {
                variables.put(argument.getName(), chosen ? value : plain(argument.getName(), argument.getType()));
            }
        }
        String declared = field.getArguments().stream()
                .filter(argument -> variables.containsKey(argument.getName()))
                .map(argument -> "$" + argument.getName() + ": " + GraphQLTypeUtil.simplePrint(argument.getType()))
                .collect(Collectors.joining(", "));
        String given =
                variables.keySet().stream().map(name -> name + ": $" + name).collect(Collectors.joining(", "));
        String query = operation + " (" + declared + ") { "
                + within.formatted(field.getName() + "(" + given + ")" + selection(field.getType())) + " }";
        String body = FuzzedText.json(Map.of("query", query, "variables", variables));
        boolean endless = operation.equals("subscription");
        service.send(
                bytes.post(endless ? "/graphql/stream" : "/graphql", body.getBytes(UTF_8), FuzzedBytes.usual()),
                endless);
    }

    private static String selection(GraphQLType type) {
        GraphQLNamedOutputType named = (GraphQLNamedOutputType) GraphQLTypeUtil.unwrapAll(type);
        if (GraphQLTypeUtil.isLeaf(named)) {
            return "";
        }
        String errors = named.getName().endsWith("Payload") ? " errors { code message path }" : "";
        return " { __typename" + errors + " }";
    }

    private static boolean needed(GraphQLInputType type, boolean standard) {
        return GraphQLTypeUtil.isNonNull(type) && !standard;
    }

    /** Plausible values, each with one hostile text. */
    private static List<Object> hostile(String name, GraphQLInputType type, String text) {
        return switch (GraphQLTypeUtil.unwrapNonNull(type)) {
            case GraphQLList list ->
                hostile(name, (GraphQLInputType) list.getWrappedType(), text).stream()
                        .<Object>map(List::of)
                        .toList();
            case GraphQLInputObjectType object ->
                object.getFields().stream()
                        .flatMap(field -> hostile(object, field, text))
                        .toList();
            case GraphQLScalarType scalar -> hostile(scalar.getName(), text);
            default -> List.of();
        };
    }

    private static List<Object> hostile(String scalar, String text) {
        return switch (scalar) {
            case "GroupValues" -> List.of(Map.of("region", text), Map.of(text, "eu"));
            case "JSONObject" -> List.of(Map.of("a", text), Map.of(text, 1));
            case "Int", "Boolean", "Float" -> List.of();
            default -> List.of(text);
        };
    }

    /** One value for each kind of the object, since checks depend on the kind. */
    private static Stream<Object> hostile(GraphQLInputObjectType object, GraphQLInputObjectField field, String text) {
        return hostile(field.getName(), field.getType(), text).stream()
                .flatMap(value -> kinds(object).map(kind -> {
                    Map<String, @Nullable Object> with = new LinkedHashMap<>(kind);
                    for (GraphQLInputObjectField other : object.getFields()) {
                        if (needed(other.getType(), other.hasSetDefaultValue())) {
                            with.putIfAbsent(other.getName(), plain(other.getName(), other.getType()));
                        }
                    }
                    with.put(field.getName(), value);
                    return with;
                }));
    }

    private static Stream<Map<String, Object>> kinds(GraphQLInputObjectType object) {
        return object.getFields().stream()
                .filter(field -> field.getName().equals("kind"))
                .findFirst()
                .map(field -> ((GraphQLEnumType) GraphQLTypeUtil.unwrapAll(field.getType()))
                        .getValues().stream().map(one -> Map.<String, Object>of(field.getName(), one.getName())))
                .orElseGet(() -> Stream.of(Map.of()));
    }

    private static Object plain(String name, GraphQLInputType type) {
        return switch (GraphQLTypeUtil.unwrapNonNull(type)) {
            case GraphQLList list -> List.of(plain(name, (GraphQLInputType) list.getWrappedType()));
            case GraphQLInputObjectType object ->
                object.getFields().stream()
                        .filter(field -> needed(field.getType(), field.hasSetDefaultValue()))
                        .collect(Collectors.toMap(
                                GraphQLInputObjectField::getName, field -> plain(field.getName(), field.getType())));
            case GraphQLEnumType constants -> constants.getValues().getFirst().getName();
            case GraphQLScalarType scalar ->
                switch (scalar.getName()) {
                    case "Int", "Int64", "Float", "Score" -> 1;
                    case "Boolean" -> true;
                    case "Date" -> "2025-07-13";
                    case "DateTime" -> "2025-07-13T14:00:00Z";
                    case "Duration" -> "P1D";
                    case "GroupValues" -> Map.of("region", "eu");
                    case "JSONObject" -> Map.of();
                    default -> PLAUSIBLE.getOrDefault(name, "ann");
                };
            default -> throw new IllegalStateException(name);
        };
    }
}
