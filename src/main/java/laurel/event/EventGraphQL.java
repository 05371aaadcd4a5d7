package laurel.event;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.event.EventRepository.Page;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.ErrorCode;
import laurel.graphql.EventSource;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
import laurel.graphql.Subscribed;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.leaderboard.Leaderboards;
import laurel.participant.Participant;
import laurel.participant.ParticipantGraphQL;
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
        Loaders.register(loaders, LOADER, (Set<Long> ids) -> events.byIds(request.app(), ids));
        Loaders.register(loaders, LIST, Page::size, (Set<Page> lists) -> events.listed(request.app(), lists));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("events", this::list))
                .type("Subscription", type -> type.dataFetcher("eventTold", Subscribed.to(this::follow)))
                .type(Fields.<Event>of("Event")
                        .field("id", event -> NodeId.of(type(), event.id()))
                        .fetched("leaderboard", EventGraphQL::leaderboard)
                        .fetched("participant", EventGraphQL::participant)
                        .fetched("window", EventGraphQL::window)
                        .wiring());
    }

    private CompletableFuture<Connection<Event>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        long from = after == null ? 0 : parse(request.app(), after);
        return Loaders.<Page, List<Event>>load(environment, LIST, new Page(from, first + 1))
                .thenApply(found -> Connection.firstOf(found, first, after, event -> cursor(request.app(), event)));
    }

    private EventSource follow(DataFetchingEnvironment environment) {
        int app = RequestContext.of(environment.getGraphQlContext()).app();
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
                .orElseThrow(() -> new RequestException(ErrorCode.BAD_USER_INPUT, "There is no such leaderboard"))
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

    private static @Nullable CompletableFuture<Leaderboard> leaderboard(
            Event event, DataFetchingEnvironment environment) {
        Integer board = event.leaderboardId();
        return board == null ? null : LeaderboardGraphQL.load(environment, board);
    }

    private static @Nullable CompletableFuture<Participant> participant(
            Event event, DataFetchingEnvironment environment) {
        Long participant = event.participantId();
        return participant == null ? null : ParticipantGraphQL.load(environment, participant);
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
