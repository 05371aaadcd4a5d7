package laurel.stream;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.stream.SetAsideRepository.SetAsideList;
import org.dataloader.DataLoaderRegistry;

/** Binds the part of {@code stream.graphqls} that is about what is set aside. */
@Singleton
public class StreamGraphQL implements Binding, NodeSource {
    private static final String LOADER = "setAside";
    private static final String LIST = "setAsides";

    /** At once: they may be long. */
    private static final int MOST_LISTED = 100;

    /** Of 4 KiB, that one may have. */
    private static final int ROWS = 16;

    private final SetAsides setAsides;

    StreamGraphQL(SetAsides setAsides) {
        this.setAsides = setAsides;
    }

    /** What the schema calls DiscardedSetAside. */
    record DiscardedSetAside(String id) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, id -> ROWS, (Set<Long> ids) -> setAsides.byIds(request.app(), ids));
        Loaders.register(
                loaders,
                LIST,
                list -> ROWS * list.size(),
                (Set<SetAsideList> lists) -> setAsides.listed(request.app(), lists));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("setAside", this::list))
                .type("Mutation", type -> type.dataFetcher("retrySetAside", this::retry)
                        .dataFetcher("discardSetAside", this::discard))
                .type("RetrySetAsideResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("DiscardSetAsideResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<SetAside>of("SetAside")
                        .field("id", one -> NodeId.of(type(), one.id()))
                        .wiring());
    }

    private CompletableFuture<Connection<SetAside>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        int first = PageSize.checked("first", input.integer("first"), 1, MOST_LISTED);
        String after = input.optionalString("after");
        String list = LIST + ":" + request.app();
        long from = after == null ? 0 : Cursor.parse(after, list, key -> Long.parseLong(key.getFirst()));
        return Loaders.<SetAsideList, List<SetAside>>load(environment, LIST, new SetAsideList(from, first + 1))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, one -> new Cursor(list, List.of(Long.toString(one.id()))).text()));
    }

    private Object retry(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        String id = Input.of(environment).string("id");
        return Refusals.orRefusal(environment, "id", () -> setAsides.retry(request.app(), number(id), request.now()));
    }

    private Object discard(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        String id = Input.of(environment).string("id");
        return Refusals.orRefusal(environment, "id", () -> {
            setAsides.discard(request.app(), number(id));
            return new DiscardedSetAside(id);
        });
    }

    private long number(String id) {
        return NodeId.parse(id)
                .filter(node -> node.type().equals(type()))
                .orElseThrow(SetAsides::unknown)
                .number();
    }

    @Override
    public String type() {
        return "SetAside";
    }

    @Override
    public CompletableFuture<SetAside> node(DataFetchingEnvironment environment, long number) {
        return Loaders.load(environment, LOADER, number);
    }
}
