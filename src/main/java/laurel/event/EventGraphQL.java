package laurel.event;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.event.EventRepository.Page;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.EventSource;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.graphql.Subscribed;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ParticipantGraphQL;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code event.graphqls}. */
@Singleton
public class EventGraphQL implements Binding {
    private static final String TYPE = "Event";
    private static final String LIST = "events";

    private final Events events;
    private final EventFollower follower;
    private final Leaderboards leaderboards;
    private final PageSize pageSize;

    EventGraphQL(Events events, EventFollower follower, Leaderboards leaderboards, PageSize pageSize) {
        this.events = events;
        this.follower = follower;
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, request.inApp(events::byIds));
        Loaders.register(loaders, LIST, Page::size, request.inApp(events::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("events", this::list))
                .type("Subscription", type -> type.dataFetcher("eventTold", Subscribed.to(this::follow)))
                .type(Fields.<Event>of("Event")
                        .id(Event::id)
                        .fetched("leaderboard", (event, env) -> LeaderboardGraphQL.load(env, event.leaderboardId()))
                        .fetched("participant", (event, env) -> ParticipantGraphQL.load(env, event.participantId()))
                        .fetched("window", (event, env) -> WindowGraphQL.load(env, event.windowId())));
    }

    private CompletableFuture<Connection<Event>> list(DataFetchingEnvironment environment) {
        ListPage page =
                pageSize.page(environment, list(RequestContext.of(environment).app()));
        return page.load(LIST, new Page(page.after(0), page.limit()), Event::id);
    }

    private EventSource follow(DataFetchingEnvironment environment) {
        int app = RequestContext.of(environment).app();
        Input input = Input.of(environment);
        String after = Subscribed.after(environment);
        String board = input.optionalString("leaderboard");
        return new FollowedEvents(
                follower,
                app,
                after == null ? null : parse(app, after),
                input.constants(EventKind.class, "kinds"),
                board == null ? null : id(app, board));
    }

    private int id(int app, String board) {
        return leaderboards
                .byKey(app, board)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.LEADERBOARD_NOT_FOUND, "No leaderboard has the key `" + board + "`."))
                .id();
    }

    /** An event and its place among those of its app. */
    static Connection.Edge<Event> edge(int app, Event event) {
        return new Connection.Edge<>(cursor(app, event), event);
    }

    private static String cursor(int app, Event event) {
        return new Cursor(list(app), List.of(Long.toString(event.id()))).text();
    }

    private static long parse(int app, String cursor) {
        return Cursor.parse(cursor, list(app), key -> Long.parseLong(key.getFirst()));
    }

    private static String list(int app) {
        return LIST + ":" + app;
    }
}
