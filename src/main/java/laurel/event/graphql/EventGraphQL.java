package laurel.event.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import laurel.event.AppEvent;
import laurel.event.AppEvent.EventFilter;
import laurel.event.EventSubscription;
import laurel.event.EventSubscriptions;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.Subscribed;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.Cursor;
import laurel.request.Emission;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code event.graphqls}. */
@Singleton
public class EventGraphQL implements Binding {
    private static final String TYPE = "AppEvent";
    private static final String LIST = "events";
    private static final String KEYS = "leaderboardKeys";
    private static final int MAX_KEYS = 100;

    private final Events events;
    private final EventSubscriptions subscriptions;
    private final Leaderboards leaderboards;
    private final PageSize pageSize;

    EventGraphQL(Events events, EventSubscriptions subscriptions, Leaderboards leaderboards, PageSize pageSize) {
        this.events = events;
        this.subscriptions = subscriptions;
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, request.inApp(events::byIds));
        Loaders.registerList(loaders, LIST, request.inApp(events::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("events", this::list))
                .type("Subscription", type -> type.dataFetcher("eventOccurred", Subscribed.to(this::subscribe)));
        for (EventType type : EventType.values()) {
            if (type.isAppEvent()) {
                wiring.type(Fields.<AppEvent>of(AppEvent.typeName(type))
                        .fetched("id", (event, env) -> RequestContext.of(env).id(TYPE, 0, event.id()))
                        .field("occurredAt", AppEvent::occurredAt)
                        .field("eventType", AppEvent::eventType)
                        .field("sequence", AppEvent::id));
            }
        }
        wiring.type(windowEvent(EventType.WINDOW_FINALIZED).field("revision", AppEvent::number))
                .type(windowEvent(EventType.WINDOW_CORRECTED).field("revision", AppEvent::number))
                .type(windowEvent(EventType.WINDOW_EXPIRED))
                .type(windowEvent(EventType.WINDOW_FINALIZATION_FAILED))
                .type(entryEvent(EventType.ENTRY_ADDED))
                .type(entryEvent(EventType.RANK_CHANGED)
                        .field("previousRank", AppEvent::previousRank)
                        .fetched("previousScore", (event, env) -> score(env, event, event.previousScore())))
                .type(Fields.<AppEvent>of(AppEvent.typeName(EventType.LEADERBOARD_ARCHIVED))
                        .fetched("leaderboard", (event, env) -> LeaderboardGraphQL.load(env, event.leaderboardId())));
    }

    private static Fields<AppEvent> windowEvent(EventType type) {
        return Fields.<AppEvent>of(AppEvent.typeName(type))
                .fetched("window", (event, env) -> WindowGraphQL.load(env, event.windowId()));
    }

    private static Fields<AppEvent> entryEvent(EventType type) {
        return windowEvent(type)
                .fetched("group", (event, env) -> LeaderboardGraphQL.load(env, event.leaderboardId())
                        .thenApply(
                                board -> board == null ? null : LeaderboardGroup.of(board.id(), event.groupValues())))
                .fetched("participant", (event, env) -> ParticipantGraphQL.load(env, event.participantId()))
                .field("rank", AppEvent::rank)
                .fetched("score", (event, env) -> score(env, event, event.score()));
    }

    private static CompletableFuture<@Nullable String> score(
            DataFetchingEnvironment environment, AppEvent event, @Nullable Long score) {
        return LeaderboardGraphQL.load(environment, event.leaderboardId())
                .thenApply(board -> board == null || score == null
                        ? null
                        : board.scoreFormat().format(score));
    }

    private CompletableFuture<Connection<AppEvent>> list(DataFetchingEnvironment environment) {
        ListPage page =
                pageSize.page(environment, list(RequestContext.of(environment).app()));
        Input filter = filter(environment);
        EventFilter events = EventFilter.of(filter.optionalStrings("eventTypes"), keys(filter));
        long after = Math.max(page.after(0), Input.of(environment).int64("afterSequence"));
        return page.load(LIST, page.request(events, after), AppEvent::id);
    }

    private static Input filter(DataFetchingEnvironment environment) {
        Input filter = Input.of(environment).optionalObject("filter");
        return filter == null ? new Input(Map.of()) : filter;
    }

    private static @Nullable List<String> keys(Input filter) {
        List<String> keys = filter.optionalStrings(KEYS);
        if (keys != null) {
            PageSize.checkedCount(KEYS, keys.size(), 0, MAX_KEYS);
        }
        return keys;
    }

    private EventSource subscribe(DataFetchingEnvironment environment) {
        int app = RequestContext.of(environment).app();
        Input filter = filter(environment);
        String after = Subscribed.after(environment);
        List<String> keys = keys(filter);
        return new EventSubscription(
                subscriptions,
                app,
                after == null ? null : parse(app, after),
                filter.hasValue("eventTypes") ? filter.constants(EventType.class, "eventTypes") : null,
                keys == null ? null : ids(app, keys),
                event -> emission(app, event));
    }

    private Set<Integer> ids(int app, List<String> keys) {
        Map<String, Leaderboard> found = leaderboards.byKeys(app, keys);
        for (String key : keys) {
            if (!found.containsKey(key)) {
                throw new RequestException(
                        RequestErrorCode.LEADERBOARD_NOT_FOUND,
                        Leaderboards.unknown(key).refusal().message());
            }
        }
        return found.values().stream().map(Leaderboard::id).collect(Collectors.toSet());
    }

    private static Emission emission(int app, AppEvent event) {
        String cursor = cursor(app, event);
        return new Emission(new Connection.Edge<>(() -> cursor, event), cursor);
    }

    private static String cursor(int app, AppEvent event) {
        return new Cursor(list(app), List.of(Long.toString(event.id()))).text();
    }

    private static long parse(int app, String cursor) {
        return Cursor.parse(cursor, list(app), key -> Long.parseLong(key.getFirst()));
    }

    private static String list(int app) {
        return LIST + ":" + app;
    }
}
