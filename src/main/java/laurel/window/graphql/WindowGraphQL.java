package laurel.window.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.request.Connection;
import laurel.request.LookupBatcher;
import laurel.request.access.Role;
import laurel.request.cache.RowCache;
import laurel.request.cache.RowVersions;
import laurel.request.cache.StoredRow.RowTable;
import laurel.window.Window;
import laurel.window.Window.WindowState;
import laurel.window.WindowBounds;
import laurel.window.WindowDefinitionRef;
import laurel.window.WindowDefinitionRef.DefinitionKey;
import laurel.window.WindowKey;
import laurel.window.WindowName;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;
import laurel.window.Windows;
import laurel.window.Windows.WindowSeries;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code window.graphqls}. */
@Singleton
public class WindowGraphQL implements Binding {
    private static final String TYPE = Window.TYPE;
    private static final String BY_KEY = "windowByKey";
    private static final String BY_NAME = "windowByName";
    private static final String REMOVED = "removedDefinitions";
    private static final String STARTED = "windowsStarted";

    private final Windows windows;
    private final Leaderboards leaderboards;
    private final PageSize pageSize;
    private final LookupBatcher<Integer, Long, Window> byIds;
    private final RowCache<WindowKey, Window> byKeys;
    private final LookupBatcher<Integer, WindowName, Window> byNames;

    WindowGraphQL(Windows windows, Leaderboards leaderboards, PageSize pageSize, RowVersions versions) {
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.pageSize = pageSize;
        this.byIds = new LookupBatcher<>(windows::byIds);
        this.byKeys = versions.cache(
                RowTable.LEADERBOARD_WINDOW,
                Window::id,
                WindowKey::identity,
                (app, keys) -> windows.versionsByKeys(keys));
        this.byNames = new LookupBatcher<>((app, names) -> windows.byNames(names));
    }

    /** Loads the window with this ID. */
    public static CompletableFuture<Window> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** Loads the window with this name in the leaderboard's time zone. */
    public static CompletableFuture<Window> named(DataFetchingEnvironment environment, Leaderboard board, String name) {
        return Loaders.load(environment, BY_NAME, new WindowName(board, board.timeZone(), name));
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.<Long, Window>register(loaders, TYPE, ids -> readable(request, byIds.load(request.app(), ids)));
        Loaders.register(loaders, BY_KEY, request.cached(byKeys));
        Loaders.register(loaders, BY_NAME, request.inApp(byNames::load));
        Loaders.<DefinitionKey, WindowDefinitionRef>register(loaders, REMOVED, windows::definitions);
        Loaders.registerList(loaders, STARTED, windows::started);
    }

    /** Windows of private leaderboards do not exist for callers that may not read these. */
    private Map<Long, Window> readable(RequestContext request, Map<Long, Window> windows) {
        if (request.may(Role.READER) || windows.isEmpty()) {
            return windows;
        }
        Set<Integer> ids = windows.values().stream().map(Window::leaderboardId).collect(Collectors.toSet());
        Map<Integer, Leaderboard> boards = leaderboards.byIds(request.app(), ids);
        return windows.entrySet().stream()
                .filter(window -> {
                    Leaderboard board = boards.get(window.getValue().leaderboardId());
                    return board != null && LeaderboardGraphQL.isReadable(request, board);
                })
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard")
                        .fetched("window", WindowGraphQL::window)
                        .fetched("windows", this::started))
                .type(Fields.<Window>of(TYPE)
                        .idOnBoard(Window::leaderboardId, Window::id)
                        .fetched("leaderboard", (window, env) -> LeaderboardGraphQL.load(env, window.leaderboardId()))
                        .field("kind", Window::kind)
                        .field("name", Window::name)
                        .field("timeZone", window -> window.timeZone().getId())
                        .field("startsAt", Window::startsAt)
                        .field("endsAt", Window::endsAt)
                        .field("finalizesAt", Window::finalizesAt)
                        .field("finalizedAt", Window::finalizedAt)
                        .field("revision", Window::revision)
                        .fetched("state", WindowGraphQL::state));
    }

    private static CompletableFuture<Window> window(Leaderboard board, DataFetchingEnvironment environment) {
        Input select = Input.of(environment).optionalObject("select");
        WindowSelector selector = WindowSelectorInput.read(RequestContext.of(environment), board, "select", select);
        return select(environment, new WindowSelection(board, selector, group(environment, board)));
    }

    /**
     * Loads a window definition by its key.
     *
     * @param key null for the leaderboard's first
     */
    public static CompletableFuture<WindowDefinitionRef> definition(
            DataFetchingEnvironment environment, Leaderboard board, @Nullable String key) {
        Optional<WindowDefinitionRef> present = board.windowDefinition(key).map(WindowDefinitionRef::of);
        return present.isPresent() || key == null
                ? CompletableFuture.completedFuture(present.orElseThrow())
                : Loaders.<DefinitionKey, WindowDefinitionRef>load(
                                environment, REMOVED, new DefinitionKey(board.id(), key))
                        .thenApply(removed -> WindowDefinitionRef.known(board, key, removed));
    }

    /** Loads the selected window; null if there is no such window. */
    public static CompletableFuture<Window> select(DataFetchingEnvironment environment, WindowSelection selection) {
        String key = selection.selector().definitionKey();
        return key == null
                ? found(environment, selection)
                : definition(environment, selection.board(), key).thenCompose(known -> found(environment, selection));
    }

    private static CompletableFuture<Window> found(DataFetchingEnvironment environment, WindowSelection selection) {
        Leaderboard board = selection.board();
        return selection
                .id()
                .map(id -> load(environment, id))
                .or(() -> selection.named().map(named -> Loaders.<WindowName, Window>load(environment, BY_NAME, named)))
                .or(() -> selection
                        .key(present(environment, board))
                        .map(key -> Loaders.<WindowKey, Window>load(environment, BY_KEY, key)))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Connection<Window>> started(Leaderboard board, DataFetchingEnvironment environment) {
        return definition(environment, board, Input.of(environment).optionalString("definitionKey"))
                .thenCompose(definition -> started(board, definition, environment));
    }

    /** Lists the windows of a definition that have started. */
    CompletableFuture<Connection<Window>> started(
            Leaderboard board, WindowDefinitionRef definition, DataFetchingEnvironment environment) {
        ZoneId timeZone = definition.followsTimeZone() ? board.timeZone(group(environment, board)) : board.timeZone();
        ListPage page =
                pageSize.page(environment, "windows:" + board.id() + ":" + definition.key() + ":" + timeZone.getId());
        Instant startsBefore = page.<@Nullable Instant>after(
                present(environment, board).plusNanos(1_000), key -> start(key.getFirst()));
        if (startsBefore == null) {
            return CompletableFuture.completedFuture(page.of(List.of()));
        }
        var series = new WindowSeries(board, definition.key(), timeZone);
        return page.load(STARTED, page.request(series, startsBefore), window -> text(window.startsAt()));
    }

    /** Returns the group of the field's arguments. */
    static Group group(DataFetchingEnvironment environment, Leaderboard board) {
        return GroupArgument.followed(Input.of(environment), board);
    }

    /** Returns null for the window without a start. */
    private static @Nullable Instant start(String text) {
        Instant start = text.isEmpty() ? null : Instant.parse(text);
        if (start != null && !WindowBounds.withinCalendar(start)) {
            throw new IllegalArgumentException("no window starts then");
        }
        return start;
    }

    /** Returns an empty text for the window without a start. */
    private static String text(@Nullable Instant startsAt) {
        return startsAt == null ? "" : startsAt.toString();
    }

    private static CompletableFuture<WindowState> state(Window window, DataFetchingEnvironment environment) {
        return LeaderboardGraphQL.load(environment, window.leaderboardId())
                .thenApply(board -> window.state(present(environment, board)));
    }

    static Instant present(DataFetchingEnvironment environment, Leaderboard board) {
        return board.time(RequestContext.of(environment).now());
    }
}
