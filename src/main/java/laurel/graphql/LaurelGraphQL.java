package laurel.graphql;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.stream.Collectors.toList;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.graphql.node.NodeId;
import laurel.request.Refusal;
import laurel.request.Refusal.Detail.CurrentVersion;
import laurel.request.Refusal.Detail.Limit;
import laurel.request.Refusal.Detail.RetryAfter;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/** Binds {@code laurel.graphqls}: nodes, refusals, scalars. */
@Singleton
public class LaurelGraphQL implements Binding {
    /** Maximum number of IDs of {@code nodes}. */
    private static final int MAX_IDS = 100;

    private final Map<String, NodeSource> sources;

    private final LeaderboardAccess leaderboards;

    LaurelGraphQL(List<NodeSource> sources, LeaderboardAccess leaderboards) {
        this.leaderboards = leaderboards;
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
                .type("Query", type -> type.dataFetcher("node", this::node).dataFetcher("nodes", this::nodes));
    }

    private CompletableFuture<?> node(DataFetchingEnvironment environment) {
        String id = Input.of(environment).string("id");
        return readableNode(environment, RequestContext.of(environment).read("id", id));
    }

    private CompletableFuture<List<@Nullable Object>> nodes(DataFetchingEnvironment environment) {
        List<String> ids = Input.of(environment).strings("ids");
        if (ids.size() > MAX_IDS) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED, "`ids` must have at most " + MAX_IDS + " items.");
        }
        RequestContext request = RequestContext.of(environment);
        List<NodeId> requested = IntStream.range(0, ids.size())
                .mapToObj(n -> request.read("ids[" + n + "]", ids.get(n)))
                .toList();
        List<CompletableFuture<?>> found =
                requested.stream().map(id -> readableNode(environment, id)).collect(toList());
        return CompletableFuture.allOf(found.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> found.stream().map(CompletableFuture::join).collect(toList()));
    }

    /** Loads a node of a type without a {@link NodeSource}, by the loader with the name of the type. */
    private CompletableFuture<?> node(DataFetchingEnvironment environment, NodeId id) {
        NodeSource source = sources.get(id.type());
        RequestContext request = RequestContext.of(environment);
        CompletableFuture<?> node = null;
        if (source != null) {
            node = source.inReach(request, id) ? source.node(environment, id) : null;
        } else if (id.app() == request.app()) {
            node = Loaders.load(environment, id.type(), id.number());
        }
        return node == null ? completedFuture(null) : node;
    }

    /** Null for a node of a leaderboard that the caller may not read. */
    private CompletableFuture<?> readableNode(DataFetchingEnvironment environment, NodeId id) {
        if (id.board() == 0 || RequestContext.of(environment).may(Role.READER)) {
            return node(environment, id);
        }
        return leaderboards
                .mayRead(environment, id.board())
                .thenCompose(readable -> readable ? node(environment, id) : completedFuture(null));
    }
}
