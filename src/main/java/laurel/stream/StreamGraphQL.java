package laurel.stream;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.stream.SetAsideRepository.SetAsideList;
import org.dataloader.DataLoaderRegistry;

/** Binds the part of {@code stream.graphqls} that is about what is set aside. */
@Singleton
public class StreamGraphQL implements Binding {
    private static final String TYPE = "SetAside";
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
        Loaders.register(loaders, TYPE, id -> ROWS, request.inApp(setAsides::byIds));
        Loaders.register(loaders, LIST, list -> ROWS * list.size(), request.inApp(setAsides::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("setAside", this::list))
                .type(new Mutations()
                        .text(
                                "retrySetAside",
                                "id",
                                (request, id) -> setAsides.retry(request.app(), number(request, id), request.now()))
                        .text("discardSetAside", "id", this::discard))
                .type(Fields.<SetAside>of("SetAside").id(SetAside::id));
    }

    private CompletableFuture<Connection<SetAside>> list(DataFetchingEnvironment environment) {
        String list = LIST + ":" + RequestContext.of(environment).app();
        ListPage page = PageSize.page(environment, list, MOST_LISTED);
        return page.load(LIST, new SetAsideList(page.after(0), page.limit()), SetAside::id);
    }

    private Object discard(RequestContext request, String id) {
        setAsides.discard(request.app(), number(request, id));
        return new DiscardedSetAside(id);
    }

    private static long number(RequestContext request, String id) {
        return request.number("id", id, TYPE).orElseThrow(SetAsides::unknown);
    }
}
