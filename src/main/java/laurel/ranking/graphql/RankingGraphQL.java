package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.CountRepository.CountQuery.AllEntries;
import laurel.ranking.CountRepository.CountQuery.BetterEntries;
import laurel.ranking.CountRepository.CountQuery.EntriesInRange;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.ranking.RankingRepository.WindowGrouping;
import laurel.ranking.Rankings;
import laurel.ranking.Standing;
import laurel.ranking.Standing.CountedRanking;
import laurel.ranking.Standing.RelativeStanding;
import laurel.ranking.StandingFilter;
import laurel.ranking.StandingPage;
import laurel.ranking.StandingQuery.PageQuery;
import laurel.ranking.StandingResult;
import laurel.request.Connection;
import laurel.request.cache.RowCache;
import laurel.request.cache.RowVersions;
import laurel.request.cache.StoredRow.RowTable;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.WindowSelection;
import laurel.window.graphql.WindowGraphQL;
import laurel.window.graphql.WindowSelectorInput;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code ranking.graphqls}. */
@Singleton
public class RankingGraphQL implements Binding, NodeSource {
    private static final String BY_ID = "rankingById";
    private static final String OF_WINDOW = "rankingOfWindow";
    private static final String OR_EMPTY = "rankingOrEmpty";
    private static final String GROUPS = "rankingsOfGroups";
    private static final String COUNTS = "countsOfRanking";

    /** Prefixes of the fields of standings in a connection. */
    static final List<String> NODE_PREFIXES = List.of("edges/node/", "nodes/");

    private static final List<String> NO_PREFIX = List.of("");

    private final Rankings rankings;
    private final PageSize pageSize;
    private final RowCache<Long, Ranking> byIds;
    private final RowCache<RankingKey, Ranking> byKeys;
    private final RowCache<RankingKey, Ranking> orEmpty;

    RankingGraphQL(Rankings rankings, PageSize pageSize, RowVersions versions) {
        this.rankings = rankings;
        this.pageSize = pageSize;
        this.byIds = versions.cache(RowTable.RANKING, Ranking::id, Function.identity(), rankings::byIds);
        this.byKeys = versions.cache(RowTable.RANKING, Ranking::id, Function.identity(), rankings::byKeys);
        this.orEmpty = versions.cache(RowTable.RANKING, Ranking::id, Function.identity(), rankings::byKeysOrEmpty);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, BY_ID, request.cached(byIds));
        Loaders.register(loaders, OF_WINDOW, request.cached(byKeys));
        Loaders.register(loaders, OR_EMPTY, request.cached(orEmpty));
        Loaders.registerList(loaders, GROUPS, request.inApp(rankings::ofGroupings));
        Loaders.register(loaders, COUNTS, request.verifying(rankings::count));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Window>of("LeaderboardWindow")
                        .fetched("ranking", RankingGraphQL::ranking)
                        .fetched("rankings", this::rankings))
                .type(Fields.<Leaderboard>of("Leaderboard").fetched("ranking", RankingGraphQL::selected))
                .type(Fields.<Ranking>of(RankingNode.TYPE)
                        .fetched("id", (ranking, env) -> RankingNode.id(RequestContext.of(env), ranking))
                        .field("group", ranking -> LeaderboardGroup.of(ranking.leaderboardId(), ranking.group()))
                        .fetched("window", (ranking, env) -> WindowGraphQL.load(env, ranking.windowId()))
                        .fetched("entryCount", RankingGraphQL::entryCount)
                        .fetched("standingCount", RankingGraphQL::standingCount)
                        .fetched("rankForScore", RankingGraphQL::rankForScore)
                        .fetched("standings", this::page)
                        .fetched("standing", RankingGraphQL::standing)
                        .fetched("standingAt", RankingGraphQL::standingAt)
                        .fetched("around", this::around)
                        .fetched("standingsOf", this::standingsOf));
    }

    /** The ranking with this id. */
    static CompletableFuture<Ranking> load(DataFetchingEnvironment env, long id) {
        return Loaders.load(env, BY_ID, id);
    }

    @Override
    public String type() {
        return RankingNode.TYPE;
    }

    @Override
    public CompletableFuture<@Nullable Ranking> node(DataFetchingEnvironment env, NodeId id) {
        if (id.key().isEmpty()) {
            return load(env, id.number()).thenApply(ranking -> ranking);
        }
        RankingKey key = RankingNode.key(id);
        return LeaderboardGraphQL.load(env, id.board())
                .<@Nullable Ranking>thenCompose(board -> board == null
                                || board.grouping(key.group().attributes()).isEmpty()
                        ? CompletableFuture.<@Nullable Ranking>completedFuture(null)
                        : orEmpty(env, key));
    }

    /** The ranking of a group in a window, possibly empty. Null if the window does not exist or has expired. */
    private static CompletableFuture<@Nullable Ranking> orEmpty(DataFetchingEnvironment env, @Nullable RankingKey key) {
        return Loaders.<RankingKey, Ranking>load(env, OR_EMPTY, key).thenApply(ranking -> ranking);
    }

    private static CompletableFuture<@Nullable Ranking> selected(Leaderboard board, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Group group = GroupArgument.ranked(input, board);
        var selector =
                WindowSelectorInput.read(RequestContext.of(env), board, "window", input.optionalObject("window"));
        return WindowGraphQL.select(env, new WindowSelection(board, selector, group))
                .thenCompose(window -> orEmpty(env, window == null ? null : new RankingKey(window.id(), group)));
    }

    /** The ranking of a group in a window. Null if it has never had an entry. */
    static CompletableFuture<Ranking> load(DataFetchingEnvironment env, @Nullable RankingKey key) {
        return Loaders.load(env, OF_WINDOW, key);
    }

    private static CompletableFuture<@Nullable Ranking> ranking(Window window, DataFetchingEnvironment env) {
        return LeaderboardGraphQL.load(env, window.leaderboardId())
                .thenCompose(
                        board -> orEmpty(env, new RankingKey(window.id(), GroupArgument.ranked(Input.of(env), board))));
    }

    private CompletableFuture<Connection<Ranking>> rankings(Window window, DataFetchingEnvironment env) {
        return LeaderboardGraphQL.load(env, window.leaderboardId()).thenCompose(board -> {
            Grouping grouping = GroupArgument.grouping(Input.of(env).strings("grouping"), board);
            ListPage page = pageSize.page(env, "rankings:" + window.id() + ":" + String.join(",", grouping.inOrder()));
            Group after = page.<@Nullable Group>after(null, values -> group(grouping, values));
            return page.<Ranking>items(GROUPS, page.request(new WindowGrouping(window.id(), grouping), after))
                    .thenApply(found -> page.byKeys(
                            found,
                            ranking -> List.copyOf(ranking.group().values().values())));
        });
    }

    /** The group in a cursor. */
    private static Group group(Grouping grouping, List<String> values) {
        Set<String> attributes = grouping.inOrder();
        if (values.size() != attributes.size()) {
            throw new IllegalArgumentException("not a group of this grouping");
        }
        Map<String, String> group = new HashMap<>();
        attributes.forEach(attribute -> group.put(attribute, values.get(group.size())));
        return grouping.group(group);
    }

    private CompletableFuture<Connection<Standing>> page(Ranking ranking, DataFetchingEnvironment env) {
        NodeIds ids = RequestContext.of(env).ids();
        StandingPage page =
                StandingPageInput.of(Input.of(env), ranking, pageSize).page(ranking, ids);
        return StandingGraphQL.find(env, new PageQuery(ranking, page, metrics(env, NODE_PREFIXES)))
                .thenApply(found -> page.connection(ranking, found, ids));
    }

    private static CompletableFuture<@Nullable Standing> standing(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(
                        env,
                        StandingQueryInput.standing(
                                ParticipantGraphQL.ref(env, "participant"), ranking, metrics(env, NO_PREFIX)))
                .thenApply(StandingResult::only);
    }

    private static CompletableFuture<@Nullable Standing> standingAt(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(env, StandingQueryInput.standingAt(Input.of(env), ranking, metrics(env, NO_PREFIX)))
                .thenApply(StandingResult::only);
    }

    private CompletableFuture<Connection<Standing>> around(Ranking ranking, DataFetchingEnvironment env) {
        var around = StandingQueryInput.around(
                ParticipantGraphQL.ref(env, "participant"),
                Input.of(env),
                ranking,
                pageSize,
                metrics(env, NODE_PREFIXES));
        return StandingGraphQL.find(env, around)
                .thenApply(
                        found -> around.connection(found, RequestContext.of(env).ids()));
    }

    private CompletableFuture<List<RelativeStanding>> standingsOf(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(
                        env,
                        StandingQueryInput.standingsOf(
                                ParticipantGraphQL.refs(env, "participants"),
                                ranking,
                                pageSize,
                                metrics(env, List.of("standing/"))))
                .thenApply(found -> RelativeStanding.of(found.standings()));
    }

    /** The number that was computed with the standing, if the ranking is a field of one. */
    private static CompletableFuture<Integer> entryCount(Ranking ranking, DataFetchingEnvironment env) {
        return env.getLocalContext() instanceof CountedRanking counted
                        && counted.ranking().equals(ranking)
                ? completedFuture(counted.entryCount())
                : count(env, new AllEntries(ranking));
    }

    private static CompletableFuture<Integer> standingCount(Ranking ranking, DataFetchingEnvironment env) {
        StandingFilter filter = StandingPageInput.filter(Input.of(env), ranking);
        return count(env, new EntriesInRange(ranking, filter.keyRange(ranking)));
    }

    private static CompletableFuture<Integer> rankForScore(Ranking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        long score = ranking.score("score", input.string("score"));
        long sortKey = ranking.sortOrder().key(score);
        long subscoreKey = ranking.sortOrder().key(input.int64("subscore"));
        return count(env, new BetterEntries(ranking, sortKey, subscoreKey)).thenApply(better -> better + 1);
    }

    private static Set<RankMetric> metrics(DataFetchingEnvironment env, List<String> prefixes) {
        return StandingGraphQL.metrics(env, prefixes);
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, CountQuery count) {
        return Loaders.load(env, COUNTS, count);
    }
}
