package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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
                .type(
                        "Query",
                        type -> type.dataFetcher("node", environment -> {
                            String id = Input.of(environment).string("id");
                            return NodeId.parse(id)
                                    .map(node -> node(environment, node))
                                    .orElse(null);
                        }));
    }

    private @Nullable Object node(DataFetchingEnvironment environment, NodeId id) {
        NodeSource source = sources.get(id.type());
        return source == null ? null : source.node(environment, id.number());
    }
}
