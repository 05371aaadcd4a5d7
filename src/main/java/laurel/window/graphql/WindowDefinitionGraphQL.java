package laurel.window.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.NodeSource;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.window.LeaderboardWindowDefinition;
import laurel.window.Window;
import laurel.window.WindowDefinitionRef;
import laurel.window.WindowSchedule;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;
import org.jspecify.annotations.Nullable;

/** Binds the definitions of {@code window.graphqls}. */
@Singleton
public class WindowDefinitionGraphQL implements Binding, NodeSource {
    private static final String TYPE = LeaderboardWindowDefinition.TYPE;

    private final WindowGraphQL windows;

    WindowDefinitionGraphQL(WindowGraphQL windows) {
        this.windows = windows;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard")
                        .field("windowDefinitions", board -> board.windowDefinitions().stream()
                                .map(definition -> new LeaderboardWindowDefinition(board, definition))
                                .toList())
                        .fetched(
                                "windowDefinition",
                                (board, env) -> LeaderboardWindowDefinition.of(
                                        board, Input.of(env).string("key")))
                        .fetched("resetsAt", (board, env) -> resetsAt(board, board.windowDefinitions(), env)))
                .type(Fields.<Window>of(Window.TYPE)
                        .field("definitionKey", Window::definition)
                        .fetched("definition", (window, env) -> LeaderboardGraphQL.load(env, window.leaderboardId())
                                .thenApply(board -> LeaderboardWindowDefinition.of(board, window.definition()))))
                .type(Fields.<LeaderboardWindowDefinition>of(TYPE)
                        .fetched("id", (of, env) -> RequestContext.of(env)
                                .keyedId(TYPE, of.board().id(), of.definition().key()))
                        .field("key", of -> of.definition().key())
                        .field("kind", of -> of.definition().kind())
                        .field("retainCount", of -> of.definition().retainCount())
                        .field("anchorTime", of -> of.definition().anchorTime())
                        .field("interval", of -> of.definition().interval())
                        .field("length", of -> of.definition().length())
                        .field("count", of -> of.definition().count())
                        .field("endTime", of -> of.definition().endTime())
                        .field("timeZone", of -> of.board().timeZone().getId())
                        .fetched("current", WindowDefinitionGraphQL::current)
                        .fetched(
                                "windows",
                                (of, env) -> windows.started(of.board(), WindowDefinitionRef.of(of.definition()), env))
                        .fetched("resetsAt", (of, env) -> resetsAt(of.board(), List.of(of.definition()), env)));
    }

    private static CompletableFuture<Window> current(
            LeaderboardWindowDefinition of, DataFetchingEnvironment environment) {
        return WindowGraphQL.select(
                environment,
                new WindowSelection(
                        of.board(),
                        WindowSelector.current(of.definition()),
                        WindowGraphQL.group(environment, of.board())));
    }

    private static @Nullable Instant resetsAt(
            Leaderboard board, List<WindowDefinition> definitions, DataFetchingEnvironment environment) {
        Instant present = WindowGraphQL.present(environment, board);
        var selection = new WindowSelection(board, WindowSelector.CURRENT, WindowGraphQL.group(environment, board));
        return definitions.stream()
                .flatMap(definition -> selection.timeZone(definition).stream()
                        .map(timeZone ->
                                WindowSchedule.of(board, definition, timeZone).nextEnd(present)))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<?> node(DataFetchingEnvironment environment, NodeId id) {
        return LeaderboardGraphQL.load(environment, id.board())
                .thenApply(board -> board == null ? null : LeaderboardWindowDefinition.of(board, id.key()));
    }
}
