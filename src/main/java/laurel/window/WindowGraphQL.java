package laurel.window;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.ErrorCode;
import laurel.graphql.Fields;
import laurel.graphql.Gathered;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code window.graphqls}. */
@Singleton
public class WindowGraphQL implements Binding, NodeSource {
    private static final String LOADER = "window";
    private static final String BY_KEY = "windowByKey";
    private static final String BY_NAME = "windowByName";
    private static final String STARTED = "windowsStarted";

    private final Windows windows;
    private final PageSize pageSize;
    private final Gathered<Integer, Long, Window> byIds;
    private final Gathered<Integer, WindowKey, Window> byKeys;
    private final Gathered<Integer, NamedWindow, Window> byNames;

    WindowGraphQL(Windows windows, PageSize pageSize) {
        this.windows = windows;
        this.pageSize = pageSize;
        this.byIds = new Gathered<>(windows::byIds);
        this.byKeys = new Gathered<>((app, keys) -> windows.byKeys(keys));
        this.byNames = new Gathered<>((app, names) -> windows.byNames(names));
    }

    /** The window of this id. */
    public static CompletableFuture<Window> load(DataFetchingEnvironment environment, long id) {
        return Loaders.load(environment, LOADER, id);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, (Set<Long> ids) -> byIds.load(request.app(), ids));
        Loaders.register(loaders, BY_KEY, (Set<WindowKey> keys) -> byKeys.load(request.app(), keys));
        Loaders.register(loaders, BY_NAME, (Set<NamedWindow> names) -> byNames.load(request.app(), names));
        Loaders.register(loaders, STARTED, windows::started);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard")
                        .fetched("window", this::window)
                        .fetched("windows", this::started)
                        .wiring())
                .type(Fields.<Window>of("Window")
                        .field("id", window -> NodeId.of(type(), window.id()))
                        .fetched("leaderboard", (window, env) -> LeaderboardGraphQL.load(env, window.leaderboardId()))
                        .fetched("state", WindowGraphQL::state)
                        .wiring());
    }

    private @Nullable Object window(Leaderboard board, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        String name = input.optionalString("name");
        WindowKind kind = input.optionalConstant(WindowKind.class, "kind");
        int back = PageSize.checked("back", input.integer("back"), 0, Windows.MAX_BACK);
        Instant at = input.optionalMoment("at");
        if (name != null && (at != null || back != 0)) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, "A window has its name, or at and back, not both");
        }
        if (name != null) {
            return Loaders.<NamedWindow, Window>load(environment, BY_NAME, new NamedWindow(board, board.zone(), name))
                    .thenApply(window -> window == null || (kind != null && kind != window.kind()) ? null : window);
        }
        if (kind == null) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, "window takes a name or a kind");
        }
        return Windows.back(
                        board,
                        definition(board, kind),
                        board.zone(),
                        back,
                        at == null ? present(environment, board) : at)
                .map(key -> Loaders.load(environment, BY_KEY, key))
                .orElse(null);
    }

    private CompletableFuture<Connection<Window>> started(Leaderboard board, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        WindowKind kind = input.constant(WindowKind.class, "kind");
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = "windows:" + board.id() + ":" + kind;
        Optional<Instant> before = after == null
                ? Optional.of(present(environment, board).plusNanos(1_000))
                : Cursor.parse(after, list, key -> start(key.getFirst()));
        return before.map(moment -> Loaders.<WindowList, List<Window>>load(
                        environment,
                        STARTED,
                        new WindowList(board, definition(board, kind).id(), board.zone(), moment, first + 1)))
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, window -> new Cursor(list, List.of(text(window.startsAt()))).text()));
    }

    /** That of this kind, also where the board has it no more. */
    private static WindowDefinition definition(Leaderboard board, WindowKind kind) {
        return board.windows().stream()
                .filter(definition -> definition.kind() == kind)
                .findFirst()
                .orElseGet(() -> new WindowDefinition(kind));
    }

    private static Optional<Instant> start(String text) {
        Optional<Instant> start =
                Optional.of(text).filter(Predicate.not(String::isEmpty)).map(Instant::parse);
        if (start.isPresent() && !Bounds.withinCalendar(start.get())) {
            throw new IllegalArgumentException("no window starts then");
        }
        return start;
    }

    /** Empty for the window that has no start, before which there is none. */
    private static String text(@Nullable Instant startsAt) {
        return startsAt == null ? "" : startsAt.toString();
    }

    private static CompletableFuture<WindowState> state(Window window, DataFetchingEnvironment environment) {
        return LeaderboardGraphQL.load(environment, window.leaderboardId())
                .thenApply(board -> window.state(present(environment, board)));
    }

    private static Instant present(DataFetchingEnvironment environment, Leaderboard board) {
        return board.time(RequestContext.of(environment.getGraphQlContext()).now());
    }

    @Override
    public String type() {
        return "Window";
    }

    @Override
    public CompletableFuture<Window> node(DataFetchingEnvironment environment, long number) {
        return load(environment, number);
    }
}
