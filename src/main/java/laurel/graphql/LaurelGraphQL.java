package laurel.graphql;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLInterfaceType;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.refusal.Refusal;
import laurel.refusal.Refusal.Detail.CurrentVersion;
import laurel.refusal.Refusal.Detail.Limit;
import laurel.refusal.Refusal.Detail.RetryAfter;
import org.jspecify.annotations.Nullable;

/** Binds {@code laurel.graphqls}: nodes, refusals, scalars. */
@Singleton
public class LaurelGraphQL implements Binding {
    private final Map<String, NodeSource> sources;

    LaurelGraphQL(List<NodeSource> sources) {
        this.sources = sources.stream().collect(Collectors.toMap(NodeSource::type, Function.identity()));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.scalar(Scalars.SCORE)
                .scalar(Scalars.DURATION)
                .scalar(Scalars.INT64)
                .scalar(Scalars.DATE_TIME)
                .scalar(Scalars.DATE)
                .scalar(Scalars.JSON_OBJECT)
                .scalar(Scalars.DECIMAL)
                .scalar(Scalars.GROUP_VALUES)
                .type(Fields.<Refusal>of("VersionConflictError")
                        .field("currentVersion", error -> ((CurrentVersion) requireNonNull(error.detail())).version()))
                .type(Fields.<Refusal>of("RetryableError")
                        .field("retryAfter", error -> ((RetryAfter) requireNonNull(error.detail())).duration()))
                .type(Fields.<Refusal>of("LimitExceededError")
                        .field("limit", error -> ((Limit) requireNonNull(error.detail())).limit()))
                .type(
                        "Query",
                        type -> type.dataFetcher("node", environment -> {
                            String id = Input.of(environment).string("id");
                            return NodeId.parse(id)
                                    .map(node -> node(environment, node))
                                    .orElse(null);
                        }));
    }

    /** Of a type without a source of its own, by the loader that is named like it. */
    private @Nullable Object node(DataFetchingEnvironment environment, NodeId id) {
        NodeSource source = sources.get(id.type());
        if (source != null) {
            return source.node(environment, id.number());
        }
        return isNode(environment, id.type()) && environment.getDataLoader(id.type()) != null
                ? Loaders.load(environment, id.type(), id.number())
                : null;
    }

    private static boolean isNode(DataFetchingEnvironment environment, String type) {
        var node = (GraphQLInterfaceType) environment.getFieldType();
        return environment.getGraphQLSchema().getImplementations(node).stream()
                .anyMatch(implementation -> implementation.getName().equals(type));
    }
}
