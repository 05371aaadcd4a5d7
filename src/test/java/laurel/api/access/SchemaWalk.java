package laurel.api.access;

import static graphql.schema.GraphQLTypeUtil.isNonNull;
import static graphql.schema.GraphQLTypeUtil.unwrapAll;
import static graphql.schema.GraphQLTypeUtil.unwrapNonNull;
import static java.util.stream.Collectors.joining;

import graphql.introspection.Introspection;
import graphql.schema.GraphQLAppliedDirective;
import graphql.schema.GraphQLCompositeType;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLUnionType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * An operation for each field of a schema, along the path to it that requires the least role. A field requires at least the role of
 * the object that it returns.
 */
final class SchemaWalk {
    /** Literals of types that have others than a text. */
    private static final Map<String, String> LITERALS = Map.of(
            "Int", "1",
            "Float", "1",
            "Boolean", "false",
            "Score", "1",
            "Decimal", "1",
            "Int64", "1",
            "GroupValues", "{}",
            "JSONObject", "{}",
            "DateTime", "\"2025-07-13T14:30:00Z\"",
            "Date", "\"2025-07-13\"");

    private final GraphQLSchema schema;
    private final Map<String, Step> paths = new HashMap<>();

    SchemaWalk(GraphQLSchema schema) {
        this.schema = schema;
        var queue = new PriorityQueue<Step>(Comparator.comparing(Step::role).thenComparing(Step::length));
        Stream.of(schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType())
                .forEach(root ->
                        queue.add(new Step(root, Role.ANONYMOUS, Role.ANONYMOUS, false, kind(root) + " { ", " }", 0)));
        while (!queue.isEmpty()) {
            Step step = queue.remove();
            if (paths.putIfAbsent(step.type.getName(), step) == null) {
                step.type.getFieldDefinitions().forEach(field -> queue.addAll(next(step, field)));
            }
        }
    }

    /**
     * A selection that leads to an object type.
     *
     * @param role   least role for the path
     * @param server least role of callers that are no players
     * @param before the text before the fields of the type, and after them
     */
    private record Step(
            GraphQLObjectType type, Role role, Role server, boolean allApps, String before, String after, int length) {}

    /**
     * An operation that selects one field.
     *
     * @param at      coordinates of the field
     * @param role    least role for it
     * @param server  least role of callers that are no players
     * @param allApps whether the caller must not be bound to an app
     */
    record Operation(String at, String document, Role role, Role server, boolean allApps) {
        /** Whether callers with the role, bound to an app, may read the field. */
        boolean isAllowed(Role caller) {
            return caller.includes(caller == Role.PLAYER ? role : server) && !allApps;
        }

        boolean isOfRoot() {
            return at.startsWith("Query.") || at.startsWith("Mutation.") || at.startsWith("Subscription.");
        }
    }

    /** Operations for the fields of all types that an operation can reach. */
    List<Operation> operations() {
        return paths.values().stream()
                .flatMap(step -> step.type.getFieldDefinitions().stream().map(field -> operation(step, field)))
                .sorted(Comparator.comparing(Operation::at))
                .toList();
    }

    /** Object types that no operation reaches. */
    List<String> unreachable() {
        return schema.getAllTypesAsList().stream()
                .filter(type -> type instanceof GraphQLObjectType && !Introspection.isIntrospectionTypes(type))
                .map(GraphQLNamedType::getName)
                .filter(name -> !paths.containsKey(name))
                .toList();
    }

    private Operation operation(Step step, GraphQLFieldDefinition field) {
        boolean leaf = !(unwrapAll(field.getType()) instanceof GraphQLCompositeType);
        return new Operation(
                step.type.getName() + "." + field.getName(),
                step.before + call(field) + (leaf ? "" : " { __typename }") + step.after,
                highest(step.role, role(step.type, field)),
                highest(step.server, server(step.type, field)),
                step.allApps || field.hasAppliedDirective("allApps"));
    }

    private List<Step> next(Step step, GraphQLFieldDefinition field) {
        GraphQLType type = unwrapAll(field.getType());
        List<Step> steps = new ArrayList<>();
        for (GraphQLObjectType object : objects(type)) {
            String fragment = object == type ? "" : "... on " + object.getName() + " { ";
            steps.add(new Step(
                    object,
                    highest(step.role, role(step.type, field)),
                    highest(step.server, server(step.type, field)),
                    step.allApps || field.hasAppliedDirective("allApps"),
                    step.before + call(field) + " { " + fragment,
                    (fragment.isEmpty() ? "" : " }") + " }" + step.after,
                    step.length + 1));
        }
        return steps;
    }

    private List<GraphQLObjectType> objects(GraphQLType type) {
        return switch (type) {
            case GraphQLObjectType object -> List.of(object);
            case GraphQLInterfaceType shared -> schema.getImplementations(shared);
            case GraphQLUnionType union ->
                union.getTypes().stream().map(GraphQLObjectType.class::cast).toList();
            default -> List.of();
        };
    }

    private Role role(GraphQLObjectType type, GraphQLFieldDefinition field) {
        return highest(role(access(type, field)), lowest(field, SchemaWalk::role));
    }

    private Role server(GraphQLObjectType type, GraphQLFieldDefinition field) {
        return highest(server(access(type, field)), lowest(field, SchemaWalk::server));
    }

    /** The lowest role of the types that a field may return. */
    private Role lowest(GraphQLFieldDefinition field, Function<GraphQLAppliedDirective, Role> role) {
        return objects(unwrapAll(field.getType())).stream()
                .map(result -> result.getAppliedDirective("access"))
                .map(directive -> directive == null ? Role.ANONYMOUS : role.apply(directive))
                .min(Comparator.naturalOrder())
                .orElse(Role.ANONYMOUS);
    }

    private static Role role(GraphQLAppliedDirective access) {
        return Role.valueOf(access.getArgument("role").getValue());
    }

    private static Role server(GraphQLAppliedDirective access) {
        @Nullable String server = access.getArgument("server").getValue();
        return server == null ? role(access) : Role.valueOf(server);
    }

    private static GraphQLAppliedDirective access(GraphQLObjectType type, GraphQLFieldDefinition field) {
        GraphQLAppliedDirective own = field.getAppliedDirective("access");
        return own == null ? type.getAppliedDirective("access") : own;
    }

    private static Role highest(Role one, Role other) {
        return one.includes(other) ? one : other;
    }

    private static String kind(GraphQLObjectType root) {
        return root.getName().toLowerCase(Locale.ROOT);
    }

    private static String call(GraphQLFieldDefinition field) {
        String arguments = field.getArguments().stream()
                .filter(argument -> isNonNull(argument.getType()) && !argument.hasSetDefaultValue())
                .map(argument -> argument.getName() + ": " + literal(argument.getType()))
                .collect(joining(", "));
        return arguments.isEmpty() ? field.getName() : field.getName() + "(" + arguments + ")";
    }

    private static String literal(GraphQLInputType type) {
        return switch (unwrapNonNull(type)) {
            case GraphQLList list -> "[" + literal((GraphQLInputType) list.getWrappedType()) + "]";
            case GraphQLEnumType names -> names.getValues().getFirst().getName();
            case GraphQLInputObjectType object -> "{" + fields(object) + "}";
            case GraphQLNamedType scalar -> LITERALS.getOrDefault(scalar.getName(), "\"x\"");
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private static String fields(GraphQLInputObjectType object) {
        return object.getFieldDefinitions().stream()
                .filter(field -> (isNonNull(field.getType()) && !field.hasSetDefaultValue()) || object.isOneOf())
                .limit(object.isOneOf() ? 1 : Long.MAX_VALUE)
                .map(field -> field.getName() + ": " + literal(field.getType()))
                .collect(joining(", "));
    }
}
