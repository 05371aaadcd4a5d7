package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Gathered;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeSource;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.Participant;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.CountRepository.Count;
import laurel.ranking.CountRepository.Count.OfAll;
import laurel.ranking.CountRepository.Count.OfBetter;
import laurel.ranking.CountRepository.Count.OfStretch;
import laurel.ranking.Page;
import laurel.ranking.ParticipantStandings;
import laurel.ranking.Question.OfPage;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.ranking.RankingAnswer;
import laurel.ranking.RankingRepository.WindowGrouping;
import laurel.ranking.Rankings;
import laurel.ranking.Standing;
import laurel.ranking.Standing.CountedRanking;
import laurel.ranking.Standing.RelativeStanding;
import laurel.ranking.StandingFilter;
import laurel.request.Connection;
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
    private static final String OF = "standingsOfParticipant";
    private static final String COUNTS = "countsOfRanking";

    /** Where the fields of a page's standings are, below the page. */
    private static final List<String> PAGE = List.of("edges/node/", "nodes/");

    private static final List<String> ITEM = List.of("");

    private final Rankings rankings;
    private final PageSize pageSize;
    private final Gathered<Integer, Long, Ranking> byIds;
    private final Gathered<Integer, RankingKey, Ranking> byKeys;
    private final Gathered<Integer, RankingKey, Ranking> orEmpty;

    RankingGraphQL(Rankings rankings, PageSize pageSize) {
        this.rankings = rankings;
        this.pageSize = pageSize;
        this.byIds = new Gathered<>(rankings::byIds);
        this.byKeys = new Gathered<>(rankings::byKeys);
        this.orEmpty = new Gathered<>(rankings::orEmpty);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, BY_ID, request.inApp(byIds::load));
        Loaders.register(loaders, OF_WINDOW, request.inApp(byKeys::load));
        Loaders.register(loaders, OR_EMPTY, request.inApp(orEmpty::load));
        Loaders.registerList(loaders, GROUPS, request.inApp(rankings::ofGroupings));
        Loaders.register(loaders, OF, ParticipantStandings::size, rankings::standingsOf);
        Loaders.register(loaders, COUNTS, rankings::counted);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Window>of("LeaderboardWindow")
                        .fetched("ranking", RankingGraphQL::ranking)
                        .fetched("rankings", this::rankings))
                .type(Fields.<Leaderboard>of("Leaderboard").fetched("ranking", RankingGraphQL::selected))
                .type(Fields.<Participant>of("Participant")
                        .fetched("standings", this::standings)
                        .fetched("currentStandings", this::currentStandings))
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

    /** The ranking of this id. */
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

    /** The ranking of a group in a window, which may be empty; null if the window does not exist or has expired. */
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

    /** The ranking of a group in a window; null if nobody has ever had an entry in it. */
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

    /** The group that a cursor names. */
    private static Group group(Grouping grouping, List<String> values) {
        Set<String> attributes = grouping.inOrder();
        if (values.size() != attributes.size()) {
            throw new IllegalArgumentException("not a group of this grouping");
        }
        Map<String, String> group = new HashMap<>();
        attributes.forEach(attribute -> group.put(attribute, values.get(group.size())));
        return grouping.group(group);
    }

    private CompletableFuture<Connection<Standing>> standings(Participant participant, DataFetchingEnvironment env) {
        Instant now = RequestContext.of(env).now();
        Input input = Input.of(env);
        ParticipantStandings of = ParticipantStandingsInput.of(input, participant, now, pageSize, figures(env, PAGE));
        return Loaders.<ParticipantStandings, List<ParticipantStandings.Item>>load(env, OF, of)
                .thenApply(found -> ParticipantStandingsInput.connection(input, of, found));
    }

    /**
     * Where a participant stands today: of {@code first} and {@code after}, on each board in the ranking of everyone, in
     * the windows of days; where it has none, of the shortest kind that it has.
     */
    private CompletableFuture<Connection<Standing>> currentStandings(
            Participant participant, DataFetchingEnvironment env) {
        Instant now = RequestContext.of(env).now();
        Input input = Input.of(env);
        ParticipantStandings of =
                ParticipantStandingsInput.daily(input, participant, now, pageSize, figures(env, PAGE));
        return Loaders.<ParticipantStandings, List<ParticipantStandings.Item>>load(env, OF, of)
                .thenApply(found -> ParticipantStandingsInput.connection(input, of, found));
    }

    private CompletableFuture<Connection<Standing>> page(Ranking ranking, DataFetchingEnvironment env) {
        Page page = PageInput.of(Input.of(env), ranking, pageSize).page(ranking);
        return StandingGraphQL.find(env, new OfPage(ranking, page, figures(env, PAGE)))
                .thenApply(found -> page.connection(ranking, found));
    }

    private static CompletableFuture<@Nullable Standing> standing(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(
                        env,
                        QuestionInput.standing(ParticipantGraphQL.ref(env, "participant"), ranking, figures(env, ITEM)))
                .thenApply(RankingAnswer::only);
    }

    private static CompletableFuture<@Nullable Standing> standingAt(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(env, QuestionInput.standingAt(Input.of(env), ranking, figures(env, ITEM)))
                .thenApply(RankingAnswer::only);
    }

    private CompletableFuture<Connection<Standing>> around(Ranking ranking, DataFetchingEnvironment env) {
        var around = QuestionInput.around(
                ParticipantGraphQL.ref(env, "participant"), Input.of(env), ranking, pageSize, figures(env, PAGE));
        return StandingGraphQL.find(env, around).thenApply(around::connection);
    }

    private CompletableFuture<List<RelativeStanding>> standingsOf(Ranking ranking, DataFetchingEnvironment env) {
        return StandingGraphQL.find(
                        env,
                        QuestionInput.standingsOf(
                                ParticipantGraphQL.refs(env, "participants"),
                                ranking,
                                pageSize,
                                figures(env, List.of("standing/"))))
                .thenApply(found -> RelativeStanding.among(found.standings()));
    }

    /** As the standing that the ranking is a field of counted it, if one did. */
    private static CompletableFuture<Integer> entryCount(Ranking ranking, DataFetchingEnvironment env) {
        return env.getLocalContext() instanceof CountedRanking counted
                        && counted.ranking().equals(ranking)
                ? completedFuture(counted.entryCount())
                : count(env, new OfAll(ranking));
    }

    private static CompletableFuture<Integer> standingCount(Ranking ranking, DataFetchingEnvironment env) {
        StandingFilter filter = PageInput.filter(Input.of(env), ranking);
        return count(env, new OfStretch(ranking, filter.stretch(ranking)));
    }

    private static CompletableFuture<Integer> rankForScore(Ranking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        long score = ranking.score("score", input.string("score"));
        long sortKey = ranking.sortOrder().key(score);
        long subscoreKey = ranking.sortOrder().key(input.int64("subscore"));
        return count(env, new OfBetter(ranking, sortKey, subscoreKey)).thenApply(better -> better + 1);
    }

    private static Set<RankMetric> figures(DataFetchingEnvironment env, List<String> prefixes) {
        return StandingGraphQL.figures(env.getSelectionSet(), prefixes);
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, Count count) {
        return Loaders.load(env, COUNTS, count);
    }
}
