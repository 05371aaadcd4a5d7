package laurel.contract;

import static laurel.contract.Elements.named;

import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.GraphQLUnionType;
import java.util.Locale;
import java.util.stream.Stream;
import laurel.contract.Elements.Field;
import org.jspecify.annotations.Nullable;

/** Rules for the structure of mutations, payloads, lists, defaults and scalars. */
final class ShapeRules {
    private static final String ERROR = "UserError";

    private final GraphQLSchema schema;

    private ShapeRules(GraphQLSchema schema) {
        this.schema = schema;
    }

    static Stream<Violation> check(GraphQLSchema schema) {
        var rules = new ShapeRules(schema);
        return Stream.of(
                        Elements.roots(schema, "Mutation").flatMap(rules::mutation),
                        Elements.types(schema, GraphQLObjectType.class).flatMap(rules::object),
                        Elements.types(schema, GraphQLUnionType.class).flatMap(rules::union),
                        Elements.roots(schema, "Query").flatMap(rules::lookUp),
                        Elements.types(schema, GraphQLScalarType.class).flatMap(ShapeRules::scalar),
                        Elements.arguments(schema)
                                .filter(one -> one.definition().hasSetDefaultValue())
                                .filter(one -> GraphQLTypeUtil.isNonNull(
                                        one.definition().getType()))
                                .map(one -> nullable(one.at())),
                        Elements.inputFields(schema)
                                .filter(one -> one.definition().hasSetDefaultValue())
                                .filter(one -> GraphQLTypeUtil.isNonNull(
                                        one.definition().getType()))
                                .map(one -> nullable(one.at())))
                .flatMap(all -> all);
    }

    private static Violation nullable(String at) {
        return new Violation("default", at, "is nullable: an explicit null is the default");
    }

    private Stream<Violation> mutation(Field mutation) {
        String name = mutation.name().substring(0, 1).toUpperCase(Locale.ROOT)
                + mutation.name().substring(1);
        String input = name + "Input!";
        String payload = name + "Payload";
        boolean takesInput = mutation.arguments().size() == 1
                && mutation.arguments().getFirst().getName().equals("input")
                && Elements.print(mutation.arguments().getFirst().getType()).equals(input);
        return Stream.of(
                        unless(takesInput, "mutation-input", mutation.at(), "has one argument, input: " + input),
                        unless(
                                mutation.type().equals(payload),
                                "mutation-payload",
                                mutation.at(),
                                "returns " + payload),
                        deletion(mutation, name),
                        version(mutation))
                .flatMap(all -> all);
    }

    private Stream<Violation> deletion(Field mutation, String name) {
        String id = mutation.name().startsWith("delete") ? "deleted" + name.substring("Delete".length()) + "Id" : null;
        return unless(id == null || has(mutation, id, "ID"), "deleted-id", mutation.at(), "returns " + id + ": ID");
    }

    /** Updates and deletions of versioned objects accept {@code expectedVersion}. */
    private Stream<Violation> version(Field mutation) {
        boolean changes = Stream.of("update", "delete").anyMatch(mutation.name()::startsWith);
        String subject = mutation.name().replaceFirst("^[a-z]+", "");
        boolean versioned =
                schema.getType(subject) instanceof GraphQLObjectType type && type.getFieldDefinition("version") != null;
        boolean expects = mutation.arguments().stream()
                .map(argument -> schema.getType(named(argument.getType())))
                .anyMatch(type ->
                        type instanceof GraphQLInputObjectType input && input.getField("expectedVersion") != null);
        return unless(
                !changes || !versioned || expects,
                "expected-version",
                mutation.at(),
                "takes expectedVersion: " + subject + " has one");
    }

    private static boolean has(Field of, String name, String type) {
        GraphQLFieldDefinition field =
                field(GraphQLTypeUtil.unwrapAll(of.definition().getType()), name);
        return field != null && Elements.print(field.getType()).equals(type);
    }

    private static @Nullable GraphQLFieldDefinition field(Object type, String name) {
        return type instanceof GraphQLFieldsContainer container ? container.getFieldDefinition(name) : null;
    }

    private Stream<Violation> object(GraphQLObjectType type) {
        if (type.getName().endsWith("Payload")) {
            return Stream.concat(
                    field(type, "errors", "[" + ERROR + "!]!"),
                    Elements.fields(type)
                            .filter(field -> !field.name().equals("errors")
                                    && !field.name().equals("results"))
                            .flatMap(field -> unless(
                                    !field.type().endsWith("!"),
                                    "payload-null",
                                    field.at(),
                                    "is nullable: the mutation may fail")));
        }
        if (type.getName().endsWith("Connection")) {
            return connection(type, type.getName().replaceAll("Connection$", ""));
        }
        if (type.getName().endsWith("Edge")) {
            return Stream.concat(
                    field(type, "cursor", "String!"),
                    unless(type.getFieldDefinition("node") != null, "edge", type.getName(), "has a node"));
        }
        return Stream.empty();
    }

    private static Stream<Violation> connection(GraphQLObjectType type, String item) {
        GraphQLFieldDefinition edges = type.getFieldDefinition("edges");
        GraphQLFieldDefinition nodes = type.getFieldDefinition("nodes");
        boolean formed = edges != null
                && nodes != null
                && Elements.print(edges.getType()).equals("[" + item + "Edge!]!")
                && Elements.print(nodes.getType()).matches("\\[\\w+!]!");
        return Stream.concat(
                unless(formed, "connection", type.getName(), "has edges: [" + item + "Edge!]! and nodes"),
                field(type, "pageInfo", "PageInfo!"));
    }

    private static Stream<Violation> field(GraphQLObjectType type, String name, String wanted) {
        GraphQLFieldDefinition field = type.getFieldDefinition(name);
        return unless(
                field != null && Elements.print(field.getType()).equals(wanted),
                "field",
                type.getName() + "." + name,
                "is there: " + wanted);
    }

    private Stream<Violation> union(GraphQLUnionType union) {
        return union.getTypes().stream()
                .filter(member -> isError(member.getName()))
                .map(member ->
                        new Violation("union", union.getName(), "has no error among its members: " + member.getName()));
    }

    private boolean isError(String name) {
        return name.endsWith("Error")
                || (schema.getType(ERROR) instanceof GraphQLInterfaceType error
                        && schema.getImplementations(error).stream()
                                .anyMatch(type -> type.getName().equals(name)));
    }

    /** A list has a look-up of one object beside it, so that clients that know a key need not read pages. */
    private Stream<Violation> lookUp(Field list) {
        String type = named(list.definition().getType());
        GraphQLFieldDefinition nodes = type.endsWith("Connection") ? field(schema.getType(type), "nodes") : null;
        if (nodes == null || !(schema.getType(named(nodes.getType())) instanceof GraphQLObjectType item)) {
            return Stream.empty();
        }
        boolean single =
                Elements.roots(schema, "Query").anyMatch(field -> field.type().equals(item.getName()));
        return unless(single, "look-up", list.at(), "stands beside a look-up of one " + item.getName());
    }

    private static Stream<Violation> scalar(GraphQLScalarType scalar) {
        return unless(scalar.getSpecifiedByUrl() != null, "scalar", scalar.getName(), "has @specifiedBy");
    }

    private static Stream<Violation> unless(boolean holds, String rule, String at, String reason) {
        return holds ? Stream.empty() : Stream.of(new Violation(rule, at, reason));
    }
}
