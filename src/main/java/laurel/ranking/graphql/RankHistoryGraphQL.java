package laurel.ranking.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.RankMetric;
import laurel.ranking.Standing;
import laurel.ranking.StandingQuery.ParticipantsQuery;
import laurel.ranking.StandingResult;
import laurel.ranking.history.RankHistoryRepository;
import laurel.ranking.history.RankHistoryRepository.RankHistory;
import laurel.request.Connection;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.WindowDefinitionRef;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code history.graphqls}. */
@Singleton
class RankHistoryGraphQL implements Binding {
    private static final String WINDOWS = "windowsOfHistory";

    /** Each window may be in a different partition, and one statement names them all. */
    private static final int MAX_PAGE_SIZE = 100;

    private final RankHistoryRepository repository;

    RankHistoryGraphQL(RankHistoryRepository repository) {
        this.repository = repository;
    }

    /** An item of a rank history: a participant in a group of a window, with or without an entry. */
    record WindowStanding(Window window, Group group, ParticipantRef participant) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerList(loaders, WINDOWS, repository::windows);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Leaderboard>of("Leaderboard").fetched("rankHistory", RankHistoryGraphQL::history))
                .type(Fields.<WindowStanding>of("WindowStanding").fetched("standing", RankHistoryGraphQL::standing));
    }

    private static CompletableFuture<Connection<WindowStanding>> history(
            Leaderboard board, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Group group = GroupArgument.ranked(input, board);
        ParticipantRef participant = ParticipantGraphQL.ref(env, "participant");
        return WindowGraphQL.definition(env, board, input.optionalString("windowDefinitionKey"))
                .thenCompose(definition -> windows(env, board, group, definition))
                .thenApply(windows -> windows.map(window -> new WindowStanding(window, group, participant)));
    }

    private static CompletableFuture<Connection<Window>> windows(
            DataFetchingEnvironment env, Leaderboard board, Group group, WindowDefinitionRef definition) {
        String list = "rankHistory:" + board.id() + ":" + definition.key() + ":" + group.values();
        ListPage page = PageSize.page(env, list, MAX_PAGE_SIZE);
        Long after = page.<@Nullable Long>after(null, key -> Long.valueOf(key.getFirst()));
        ZoneId zone = definition.followsTimeZone() ? board.timeZone(group) : board.timeZone();
        Instant present = board.time(RequestContext.of(env).now());
        RankHistory history = new RankHistory(board.id(), definition.key(), zone, present);
        return page.<Window>load(WINDOWS, page.request(history, after), Window::id);
    }

    private static CompletableFuture<@Nullable Standing> standing(WindowStanding of, DataFetchingEnvironment env) {
        Set<RankMetric> metrics = StandingGraphQL.metrics(env, List.of(""));
        return RankingGraphQL.load(env, new RankingKey(of.window().id(), of.group()))
                .thenCompose(ranking -> ranking == null
                        ? CompletableFuture.completedFuture(null)
                        : StandingGraphQL.find(env, new ParticipantsQuery(ranking, List.of(of.participant()), metrics))
                                .thenApply(StandingResult::only));
    }
}
