package laurel.ranking.graphql;

import static java.util.stream.Collectors.toMap;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.Question.Among;
import laurel.ranking.RankMetric;
import laurel.ranking.RankingAnswer;
import laurel.ranking.Standing;
import laurel.ranking.WindowStanding;
import laurel.ranking.history.RankHistoryRepository;
import laurel.ranking.history.RankHistoryRepository.RankHistory;
import laurel.request.Connection;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code history.graphqls}. */
@Singleton
class RankHistoryGraphQL implements Binding {
    private static final String WINDOWS = "windowsOfHistory";

    private final RankHistoryRepository repository;

    RankHistoryGraphQL(RankHistoryRepository repository) {
        this.repository = repository;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, WINDOWS, RankHistory::size, this::windows);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard").fetched("rankHistory", RankHistoryGraphQL::history))
                .type(Fields.<WindowStanding>of("WindowStanding").fetched("standing", RankHistoryGraphQL::standing));
    }

    private Map<RankHistory, List<Window>> windows(Collection<RankHistory> wanted) {
        List<RankHistory> asked = List.copyOf(wanted);
        Map<RankHistory, List<Window>> found = repository.windows(asked);
        return asked.stream().collect(toMap(Function.identity(), of -> found.getOrDefault(of, List.of())));
    }

    private static CompletableFuture<Connection<WindowStanding>> history(
            Leaderboard board, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Group group = GroupArgument.ranked(input, board);
        ParticipantRef who = ParticipantGraphQL.ref(env, "participant");
        Instant present = board.time(RequestContext.of(env).now());
        return WindowGraphQL.definition(env, board, input.optionalString("windowDefinitionKey"))
                .thenCompose(definition -> {
                    RankHistory history = RankHistoryInput.of(input, board, group, definition, present);
                    return Loaders.<RankHistory, List<Window>>load(env, WINDOWS, history)
                            .thenApply(windows -> Connection.firstOf(
                                            windows,
                                            history.size() - 1,
                                            input.optionalString("after"),
                                            window -> RankHistoryInput.cursor(board, group, window))
                                    .map(window -> new WindowStanding(window, group, who)));
                });
    }

    private static CompletableFuture<@Nullable Standing> standing(WindowStanding in, DataFetchingEnvironment env) {
        Set<RankMetric> figures = StandingGraphQL.figures(env.getSelectionSet(), List.of(""));
        return RankingGraphQL.load(env, new RankingKey(in.window().id(), in.group()))
                .thenCompose(ranking -> ranking == null
                        ? CompletableFuture.completedFuture(null)
                        : StandingGraphQL.find(env, new Among(ranking, List.of(in.who()), figures))
                                .thenApply(RankingAnswer::only));
    }
}
