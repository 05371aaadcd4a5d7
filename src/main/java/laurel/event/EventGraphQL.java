package laurel.event;

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
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.window.Window;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code event.graphqls}. */
@Singleton
public class EventGraphQL implements Binding, NodeSource {
    private static final String LOADER = "event";
    private static final String LIST = "events";

    private final Events events;
    private final PageSize pageSize;

    EventGraphQL(Events events, PageSize pageSize) {
        this.events = events;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, (Set<Long> ids) -> events.byIds(request.app(), ids));
        Loaders.register(loaders, LIST, (Set<EventList> lists) -> events.listed(request.app(), lists));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("events", this::list))
                .type(Fields.<Event>of("Event")
                        .field("id", event -> NodeId.of(type(), event.id()))
                        .fetched("leaderboard", (event, env) -> LeaderboardGraphQL.load(env, event.leaderboardId()))
                        .fetched("window", EventGraphQL::window)
                        .wiring());
    }

    private CompletableFuture<Connection<Event>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = LIST + ":" + request.app();
        long from = after == null ? 0 : Cursor.parse(after, list, key -> Long.parseLong(key.getFirst()));
        return Loaders.<EventList, List<Event>>load(environment, LIST, new EventList(from, first + 1))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, event -> new Cursor(list, List.of(Long.toString(event.id()))).text()));
    }

    private static @Nullable CompletableFuture<Window> window(Event event, DataFetchingEnvironment environment) {
        Long window = event.windowId();
        return window == null ? null : WindowGraphQL.load(environment, window);
    }

    @Override
    public String type() {
        return "Event";
    }

    @Override
    public CompletableFuture<Event> node(DataFetchingEnvironment environment, long number) {
        return Loaders.load(environment, LOADER, number);
    }
}
