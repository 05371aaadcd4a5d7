package laurel.window;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Gathered;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.leaderboard.WindowDefinition;
import laurel.window.Window.WindowState;
import laurel.window.WindowRepository.WindowList;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code window.graphqls}. */
@Singleton
public class WindowGraphQL implements Binding {
    private static final String TYPE = "Window";
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
    public static CompletableFuture<Window> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** The window of this name of a board, by its own calendar. */
    public static CompletableFuture<Window> named(DataFetchingEnvironment environment, Leaderboard board, String name) {
        return Loaders.load(environment, BY_NAME, new NamedWindow(board, board.zone(), name));
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, request.inApp(byIds::load));
        Loaders.register(loaders, BY_KEY, request.inApp(byKeys::load));
        Loaders.register(loaders, BY_NAME, request.inApp(byNames::load));
        Loaders.register(loaders, STARTED, WindowList::size, windows::started);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard")
                        .fetched("window", this::window)
                        .fetched("windows", this::started)
                        .fetched("resetsAt", WindowGraphQL::resetsAt))
                .type(Fields.<Window>of("Window")
                        .idOnBoard(Window::leaderboardId, Window::id)
                        .fetched("leaderboard", (window, env) -> LeaderboardGraphQL.load(env, window.leaderboardId()))
                        .fetched("state", WindowGraphQL::state));
    }

    private @Nullable Object window(Leaderboard board, DataFetchingEnvironment environment) {
        WindowInput input = new WindowInput(board, Input.of(environment));
        String name = input.input().optionalString("name");
        return name == null
                ? input.key(present(environment, board))
                        .map(key -> Loaders.load(environment, BY_KEY, key))
                        .orElse(null)
                : input.named(name)
                        .map(named -> Loaders.<NamedWindow, Window>load(environment, BY_NAME, named)
                                .thenApply(window -> window == null || !input.fits(window) ? null : window))
                        .orElse(null);
    }

    private CompletableFuture<Connection<Window>> started(Leaderboard board, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        WindowInput wanted = new WindowInput(board, input);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        Optional<WindowDefinition> definition = wanted.definition();
        Optional<ZoneId> zone = definition.flatMap(wanted::zone);
        String list = "windows:" + board.id() + ":"
                + definition.map(WindowDefinition::id).orElse("") + ":"
                + zone.map(ZoneId::getId).orElse("");
        Optional<Instant> before = after == null
                ? Optional.of(present(environment, board).plusNanos(1_000))
                : Cursor.parse(after, list, key -> start(key.getFirst()));
        return before.flatMap(moment -> zone.map(
                        of -> new WindowList(board, definition.orElseThrow().id(), of, moment, first + 1)))
                .map(windowList -> Loaders.<WindowList, List<Window>>load(environment, STARTED, windowList))
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, window -> new Cursor(list, List.of(text(window.startsAt()))).text()));
    }

    private static @Nullable Instant resetsAt(Leaderboard board, DataFetchingEnvironment environment) {
        WindowInput input = new WindowInput(board, Input.of(environment));
        Instant present = present(environment, board);
        List<WindowDefinition> definitions =
                input.saysDefinition() ? input.definition().stream().toList() : board.windows();
        return definitions.stream()
                .filter(board.windows()::contains)
                .flatMap(definition -> input.zone(definition).stream()
                        .map(zone -> Schedule.of(board, definition, zone).nextEnd(present)))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
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
        return board.time(RequestContext.of(environment).now());
    }
}
