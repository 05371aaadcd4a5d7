package laurel.ranking;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.ranking.Question.OfPage;
import laurel.ranking.Tally.OfAll;
import laurel.ranking.Tally.OfBetter;
import laurel.ranking.Tally.OfStretch;
import laurel.window.Window;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code ranking.graphqls}. */
@Singleton
class RankingGraphQL implements Binding, NodeSource {
    private static final String LOADER = "rankingOfWindow";
    private static final String STANDINGS = "standings";
    private static final String COUNTS = "countsOfRanking";

    private final Rankings rankings;
    private final PageSize pageSize;

    RankingGraphQL(Rankings rankings, PageSize pageSize) {
        this.rankings = rankings;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, (Set<Long> windows) -> rankings.ofEveryone(request.app(), windows));
        Loaders.register(loaders, STANDINGS, (Set<Question> questions) -> rankings.found(questions));
        Loaders.register(loaders, COUNTS, (Set<Tally> tallies) -> rankings.counted(tallies));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Window>of("Window")
                        .fetched("ranking", (window, env) -> Loaders.load(env, LOADER, window.id()))
                        .wiring())
                .type(Fields.<Ranking>of("Ranking")
                        .field("id", ranking -> NodeId.of(type(), ranking.id()))
                        .fetched("window", (ranking, env) -> WindowGraphQL.load(env, ranking.windowId()))
                        .fetched("total", (ranking, env) -> count(env, new OfAll(ranking)))
                        .fetched("count", RankingGraphQL::count)
                        .fetched("rankOf", RankingGraphQL::rankOf)
                        .fetched("top", (ranking, env) -> page(ranking, env, Page.End.BEST))
                        .fetched("bottom", (ranking, env) -> page(ranking, env, Page.End.WORST))
                        .fetched("standing", RankingGraphQL::standing)
                        .fetched("standingAt", RankingGraphQL::standingAt)
                        .fetched("around", this::around)
                        .fetched("among", this::among)
                        .wiring())
                .type(PlaceGraphQL.wiring());
    }

    @Override
    public String type() {
        return "Ranking";
    }

    @Override
    public @Nullable Object node(RequestContext request, long number) {
        return rankings.byId(request.app(), number).orElse(null);
    }

    private CompletableFuture<Connection<Standing>> page(Ranking ranking, DataFetchingEnvironment env, Page.End end) {
        Page page = PageInput.of(Input.of(env), ranking, end, pageSize);
        return find(env, new OfPage(ranking, page, figures(env, "edges/node/")))
                .thenApply(found -> page.connection(ranking, found));
    }

    private static CompletableFuture<@Nullable Standing> standing(Ranking ranking, DataFetchingEnvironment env) {
        return find(env, QuestionInput.standing(Input.of(env), ranking, figures(env, "")))
                .thenApply(Found::only);
    }

    private static CompletableFuture<@Nullable Standing> standingAt(Ranking ranking, DataFetchingEnvironment env) {
        return find(env, QuestionInput.standingAt(Input.of(env), ranking, figures(env, "")))
                .thenApply(Found::only);
    }

    private CompletableFuture<List<Standing>> around(Ranking ranking, DataFetchingEnvironment env) {
        var around = QuestionInput.around(Input.of(env), ranking, pageSize, figures(env, ""));
        return find(env, around).thenApply(around.wanted()::of);
    }

    private CompletableFuture<List<LocalStanding>> among(Ranking ranking, DataFetchingEnvironment env) {
        return find(env, QuestionInput.among(Input.of(env), ranking, pageSize, figures(env, "standing/")))
                .thenApply(found -> LocalStanding.among(found.standings()));
    }

    private static CompletableFuture<Integer> count(Ranking ranking, DataFetchingEnvironment env) {
        StandingFilter where = StandingFilter.of(Input.of(env).object("where"), ranking);
        return count(env, new OfStretch(ranking, where.stretch(ranking)));
    }

    private static CompletableFuture<Integer> rankOf(Ranking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        long score = ranking.score("score", input.string("score"));
        long sortKey = ranking.sortOrder().key(score);
        long subscoreKey = ranking.sortOrder().key(input.int64("subscore"));
        return count(env, new OfBetter(ranking, sortKey, subscoreKey)).thenApply(better -> better + 1);
    }

    private static Set<Figure> figures(DataFetchingEnvironment env, String prefix) {
        return PlaceGraphQL.figures(env.getSelectionSet(), prefix);
    }

    private static CompletableFuture<Found> find(DataFetchingEnvironment env, Question question) {
        return Loaders.load(env, STANDINGS, question);
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, Tally tally) {
        return Loaders.load(env, COUNTS, tally);
    }
}
