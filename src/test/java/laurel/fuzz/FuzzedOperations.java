package laurel.fuzz;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedOutputType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.GraphQLUnionType;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.TypeDefinitionRegistry;
import graphql.schema.idl.UnExecutableSchemaGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Random operations of a schema, with random arguments as literals or variables. */
final class FuzzedOperations {
    private static final int DEEPEST = 6;

    private final GraphQLSchema schema;
    private final FuzzedValues values;

    FuzzedOperations(GraphQLSchema schema, FuzzedValues values) {
        this.schema = schema;
        this.values = values;
    }

    /** Laurel's own schema. */
    static GraphQLSchema schema() {
        var all = new TypeDefinitionRegistry();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("graphql/schema"), "*.graphqls")) {
            for (Path file : files) {
                all.merge(new SchemaParser().parse(Files.readString(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return UnExecutableSchemaGenerator.makeUnExecutableSchema(all);
    }

    /** A request. */
    record Operation(boolean subscription, String query, Map<String, @Nullable Object> variables) {
        String body() {
            return FuzzedText.json(Map.of("query", query, "variables", variables));
        }
    }

    Operation next() {
        GraphQLObjectType root = values.chance(45)
                ? schema.getQueryType()
                : values.chance(93)
                        ? Objects.requireNonNull(schema.getMutationType())
                        : Objects.requireNonNull(schema.getSubscriptionType());
        boolean subscription = root.equals(schema.getSubscriptionType());
        var writing = new Writing();
        StringBuilder fields = new StringBuilder();
        int count = subscription || values.chance(70) ? 1 : 3;
        for (int i = 0; i < count; i++) {
            fields.append(" f").append(i).append(": ");
            writing.field(values.any(root.getFieldDefinitions()), 1, fields);
        }
        String query = root.getName().toLowerCase(Locale.ROOT) + writing.declared() + " {" + fields + " }";
        return new Operation(subscription, query, writing.variables);
    }

    /** Writes one operation. */
    private final class Writing {
        private final Map<String, @Nullable Object> variables = new LinkedHashMap<>();
        private final List<String> declarations = new ArrayList<>();

        String declared() {
            return declarations.isEmpty() ? "" : "(" + String.join(", ", declarations) + ")";
        }

        void field(GraphQLFieldDefinition field, int depth, StringBuilder text) {
            text.append(field.getName());
            List<String> given = new ArrayList<>();
            for (GraphQLArgument argument : field.getArguments()) {
                boolean needed = GraphQLTypeUtil.isNonNull(argument.getType()) && !argument.hasSetDefaultValue();
                if (values.chance(needed ? 99 : 40)) {
                    given.add(argument.getName() + ": " + value(argument));
                }
            }
            text.append(given.isEmpty() ? "" : "(" + String.join(", ", given) + ")");
            if (values.chance(2)) {
                text.append(values.chance(50) ? " @skip(if: " : " @include(if: ")
                        .append(values.chance(50))
                        .append(')');
            }
            selections(GraphQLTypeUtil.unwrapAll(field.getType()), depth, text);
        }

        private String value(GraphQLArgument argument) {
            Object value = values.of(argument.getName(), argument.getType());
            if (values.chance(40)) {
                return FuzzedText.literal(value);
            }
            String name = "v" + variables.size();
            variables.put(name, value);
            declarations.add("$" + name + ": " + GraphQLTypeUtil.simplePrint(argument.getType()));
            return "$" + name;
        }

        private void selections(GraphQLType type, int depth, StringBuilder text) {
            switch (type) {
                case GraphQLUnionType union -> {
                    text.append(" { __typename");
                    for (GraphQLNamedOutputType one : union.getTypes()) {
                        text.append(" ... on ").append(one.getName());
                        some((GraphQLFieldsContainer) one, depth, text);
                    }
                    text.append(" }");
                }
                case GraphQLFieldsContainer container -> some(container, depth, text);
                default -> {}
            }
        }

        private void some(GraphQLFieldsContainer type, int depth, StringBuilder text) {
            text.append(" { __typename");
            int alias = 0;
            for (GraphQLFieldDefinition field : type.getFieldDefinitions()) {
                boolean leaf = GraphQLTypeUtil.isLeaf(GraphQLTypeUtil.unwrapAll(field.getType()));
                boolean deeper =
                        List.of("edges", "node", "submission", "results", "id").contains(field.getName());
                if (values.chance(deeper ? 90 : leaf ? 50 : 35) && (leaf || depth < DEEPEST)) {
                    text.append(" a").append(depth).append("_").append(alias++).append(type.getName());
                    text.append(": ");
                    field(field, depth + 1, text);
                }
            }
            text.append(" }");
        }
    }
}
