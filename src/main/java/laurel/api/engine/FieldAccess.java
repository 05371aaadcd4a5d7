package laurel.api.engine;

import graphql.execution.AbortExecutionException;
import graphql.introspection.Introspection;
import graphql.normalized.ExecutableNormalizedField;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.schema.DataFetcher;
import graphql.schema.FieldCoordinates;
import graphql.schema.GraphQLAppliedDirective;
import graphql.schema.GraphQLCodeRegistry;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.GraphQLUnionType;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import laurel.api.error.CodedError;
import laurel.graphql.RequestContext;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * The only place that compares callers with the directives {@code @access} and {@code @allApps} of the schema, for all
 * transports. An operation that selects a field without access is rejected before its execution. Fields of an object whose
 * type becomes known during the execution, such as that of {@code node(id)}, are checked when they are fetched.
 */
final class FieldAccess {
    private static final String DIRECTIVE = "access";
    private static final String ALL_APPS = "allApps";

    /** For each object type the requirements of its fields. */
    private final Map<String, Map<String, Requirement>> types = new HashMap<>();

    /** Throws if a field has no directive, and its type neither. */
    FieldAccess(GraphQLSchema schema) {
        objects(schema).forEach(type -> types.put(type.getName(), requirements(schema, type)));
    }

    /**
     * What a caller needs.
     *
     * @param server  the least role of callers that are no players
     * @param allApps whether it must not be bound to an app
     */
    private record Requirement(String field, Role role, Role server, boolean allApps) {
        boolean isMetBy(Identity identity) {
            return hasRole(identity) && !(allApps && identity.app() != null);
        }

        private boolean hasRole(Identity identity) {
            return identity.role().includes(identity.role() == Role.PLAYER ? role : server);
        }

        String message(Identity identity) {
            return hasRole(identity)
                    ? "`" + field + "` requires an identity that is not bound to an app."
                    : "`" + field + "` requires the role " + role + (server == role ? "" : " or " + server)
                            + "; the caller has the role " + identity.role() + ".";
        }
    }

    private static List<GraphQLObjectType> objects(GraphQLSchema schema) {
        return schema.getAllTypesAsList().stream()
                .filter(type -> !Introspection.isIntrospectionTypes(type))
                .filter(GraphQLObjectType.class::isInstance)
                .map(GraphQLObjectType.class::cast)
                .toList();
    }

    private static Map<String, Requirement> requirements(GraphQLSchema schema, GraphQLObjectType type) {
        Map<String, Requirement> requirements = new HashMap<>();
        type.getFieldDefinitions()
                .forEach(field -> requirements.put(field.getName(), requirement(schema, type, field)));
        return requirements;
    }

    /**
     * The highest of what the field and the objects that it returns require: also without their fields, objects show that they
     * exist, and how many.
     */
    private static Requirement requirement(GraphQLSchema schema, GraphQLObjectType type, GraphQLFieldDefinition field) {
        String name = type.getName() + "." + field.getName();
        GraphQLAppliedDirective own = field.getAppliedDirective(DIRECTIVE);
        GraphQLAppliedDirective directive = own == null ? type.getAppliedDirective(DIRECTIVE) : own;
        if (directive == null) {
            throw new IllegalStateException(name + " has no directive @access, and its type neither");
        }
        List<GraphQLObjectType> results = results(schema, field);
        return new Requirement(
                name,
                highest(role(directive), least(results, FieldAccess::role)),
                highest(server(directive), least(results, FieldAccess::server)),
                field.hasAppliedDirective(ALL_APPS));
    }

    /** The types of the objects that a field may return; none if it returns no objects. */
    private static List<GraphQLObjectType> results(GraphQLSchema schema, GraphQLFieldDefinition field) {
        return switch (GraphQLTypeUtil.unwrapAll(field.getType())) {
            case GraphQLObjectType object -> List.of(object);
            case GraphQLInterfaceType shared -> schema.getImplementations(shared);
            case GraphQLUnionType union ->
                union.getTypes().stream().map(GraphQLObjectType.class::cast).toList();
            default -> List.of();
        };
    }

    /** The least role that one of several types requires. */
    private static Role least(List<GraphQLObjectType> types, Function<GraphQLAppliedDirective, Role> required) {
        return types.stream()
                .map(type -> type.getAppliedDirective(DIRECTIVE))
                .map(directive -> directive == null ? Role.ANONYMOUS : required.apply(directive))
                .min(Comparator.naturalOrder())
                .orElse(Role.ANONYMOUS);
    }

    private static Role highest(Role one, Role other) {
        return one.includes(other) ? one : other;
    }

    private static Role role(GraphQLAppliedDirective directive) {
        return Role.valueOf(directive.getArgument("role").getValue());
    }

    private static Role server(GraphQLAppliedDirective directive) {
        @Nullable String server = directive.getArgument("server").getValue();
        return server == null ? role(directive) : Role.valueOf(server);
    }

    /** Aborts the execution with FORBIDDEN unless the caller may read all selected fields. */
    void check(ExecutableNormalizedOperation operation, Identity identity) {
        if (!identity.operator()) {
            check(operation.getTopLevelFields(), identity);
        }
    }

    private void check(List<ExecutableNormalizedField> fields, Identity identity) {
        for (ExecutableNormalizedField field : fields) {
            List<Requirement> requirements = field.getObjectTypeNames().stream()
                    .map(type -> requirement(type, field.getFieldName()))
                    .toList();
            // Of a field of an interface, one type with access is enough.
            if (requirements.stream().allMatch(one -> one != null && !one.isMetBy(identity))) {
                String message = Objects.requireNonNull(requirements.getFirst()).message(identity);
                throw new AbortExecutionException(List.of(new CodedError(RequestErrorCode.FORBIDDEN, message)));
            }
            check(field.getChildren(), identity);
        }
    }

    private @Nullable Requirement requirement(String type, String field) {
        return types.getOrDefault(type, Map.of()).get(field);
    }

    /** Returns the schema with fetchers that check access to the fields that not every caller may read. */
    static GraphQLSchema enforced(GraphQLSchema schema) {
        var access = new FieldAccess(schema);
        GraphQLCodeRegistry registry = schema.getCodeRegistry()
                .transform(builder -> objects(schema).forEach(type -> type.getFieldDefinitions()
                        .forEach(field -> access.guard(schema, builder, type, field))));
        return schema.transformWithoutTypes(builder -> builder.codeRegistry(registry));
    }

    private void guard(
            GraphQLSchema schema,
            GraphQLCodeRegistry.Builder registry,
            GraphQLObjectType type,
            GraphQLFieldDefinition field) {
        Requirement requirement = Objects.requireNonNull(requirement(type.getName(), field.getName()));
        if (requirement.role() != Role.ANONYMOUS || requirement.allApps()) {
            var coordinates = FieldCoordinates.coordinates(type, field);
            DataFetcher<?> fetcher = schema.getCodeRegistry().getDataFetcher(coordinates, field);
            registry.dataFetcher(coordinates, guarded(requirement, fetcher));
        }
    }

    private static DataFetcher<@Nullable Object> guarded(Requirement requirement, DataFetcher<?> fetcher) {
        return environment -> {
            Identity identity = RequestContext.of(environment).identity();
            if (!requirement.isMetBy(identity)) {
                throw new RequestException(RequestErrorCode.FORBIDDEN, requirement.message(identity));
            }
            return fetcher.get(environment);
        };
    }
}
