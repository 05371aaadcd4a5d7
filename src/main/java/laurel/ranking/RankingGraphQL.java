package laurel.ranking;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.EnumSet;
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
import laurel.participant.ParticipantGraphQL;
import laurel.participant.ParticipantRef;
import laurel.ranking.Question.Among;
import laurel.ranking.Question.Around;
import laurel.ranking.Question.OfPage;
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
                        .fetched("total", (ranking, env) -> count(env, new Tally.OfAll(ranking)))
                        .fetched("top", (ranking, env) -> page(ranking, env, Page.End.BEST))
                        .fetched("bottom", (ranking, env) -> page(ranking, env, Page.End.WORST))
                        .fetched("standing", this::standing)
                        .fetched("around", this::around)
                        .wiring())
                .type(Fields.<Standing>of("Standing")
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .field("score", s -> s.ranking().scores().format(s.score()))
                        .field("rank", s -> s.ranks().rank())
                        .field("denseRank", s -> s.ranks().denseRank())
                        .field("position", s -> s.ranks().position())
                        .field("percentRank", s -> s.ranks().percentRank())
                        .field("percentile", s -> s.ranks().percentile())
                        .wiring());
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
        return find(env, new OfPage(ranking, page, figures(env.getSelectionSet(), "edges/node/")))
                .thenApply(found -> page.connection(
                        found.standings(), standing -> standing.place().cursor(ranking)));
    }

    private CompletableFuture<@Nullable Standing> standing(Ranking ranking, DataFetchingEnvironment env) {
        ParticipantRef who = ParticipantGraphQL.ref(Input.of(env).object("participant"));
        return find(env, new Among(ranking, List.of(who), figures(env.getSelectionSet(), "")))
                .thenApply(Found::only);
    }

    private CompletableFuture<List<Standing>> around(Ranking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Neighbours wanted = new Neighbours(
                pageSize.checkedHalf("above", input.integer("above")),
                pageSize.checkedHalf("below", input.integer("below")),
                input.truth("refill"));
        ParticipantRef who = ParticipantGraphQL.ref(input.object("participant"));
        return find(env, new Around(ranking, who, wanted, figures(env.getSelectionSet(), "")))
                .thenApply(wanted::of);
    }

    private static CompletableFuture<Found> find(DataFetchingEnvironment env, Question question) {
        return Loaders.load(env, STANDINGS, question);
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, Tally tally) {
        return Loaders.load(env, COUNTS, tally);
    }

    /** What must be found out for the fields selected below a prefix. */
    private static Set<Figure> figures(DataFetchingFieldSelectionSet selected, String prefix) {
        Set<Figure> figures = EnumSet.noneOf(Figure.class);
        if (selected.containsAnyOf(prefix + "rank", prefix + "percentRank", prefix + "percentile")) {
            figures.add(Figure.BETTER);
        }
        if (selected.containsAnyOf(prefix + "percentRank", prefix + "percentile")) {
            figures.add(Figure.TOTAL);
        }
        if (selected.contains(prefix + "denseRank")) {
            figures.add(Figure.BETTER_DISTINCT);
        }
        if (selected.contains(prefix + "position")) {
            figures.add(Figure.BEFORE);
        }
        return figures;
    }
}
