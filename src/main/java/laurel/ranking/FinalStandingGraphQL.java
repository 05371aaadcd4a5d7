package laurel.ranking;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.participant.ParticipantGraphQL;
import laurel.ranking.FinalQuestion.Around;
import laurel.ranking.FinalQuestion.InPositions;
import laurel.ranking.FinalQuestion.Of;
import laurel.ranking.FinalQuestion.Revision;
import laurel.ranking.FinalStandingRepository.FinalRanking;
import laurel.ranking.FinalStandingRepository.FinalStanding;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code final.graphqls}. */
@Singleton
class FinalStandingGraphQL implements Binding, NodeSource {
    private static final String TYPE = "FinalRanking";
    private static final String RANKINGS = "finalRankings";
    private static final String STANDINGS = "finalStandings";

    private final FinalStandingRepository finals;
    private final PageSize pageSize;

    FinalStandingGraphQL(FinalStandingRepository finals, PageSize pageSize) {
        this.finals = finals;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, RANKINGS, finals::rankings);
        Loaders.register(loaders, STANDINGS, FinalQuestion::size, finals::standings);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Ranking>of("Ranking").fetched("final", FinalStandingGraphQL::ranking))
                .type(Fields.<FinalRanking>of(TYPE)
                        .idOnBoard(FinalStandingGraphQL::board, f -> f.ranking().id(), FinalRanking::revision)
                        .fetched("standings", this::standings)
                        .fetched("standing", FinalStandingGraphQL::standing)
                        .fetched("around", this::around))
                .type(Fields.<FinalStanding>of("FinalStanding")
                        .idOnBoard(
                                s -> board(s.ranking()),
                                s -> s.ranking().ranking().id(),
                                s -> s.ranking().revision(),
                                FinalStanding::participantId)
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .field("score", s -> s.ranking().ranking().scores().format(s.score())));
    }

    private static int board(FinalRanking ranking) {
        return ranking.ranking().leaderboardId();
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<FinalRanking> node(DataFetchingEnvironment env, NodeId id) {
        return RankingGraphQL.load(env, id.number())
                .thenCompose(ranking -> Loaders.load(env, RANKINGS, revision(ranking, id)));
    }

    private static @Nullable Revision revision(@Nullable Ranking ranking, NodeId id) {
        return ranking == null ? null : new Revision(ranking, Math.toIntExact(id.number(1)));
    }

    /** Finds the schema's FinalStanding by ID: its ranking, and the participant in it. */
    @Singleton
    record Standings(FinalStandingGraphQL rankings) implements NodeSource {
        @Override
        public String type() {
            return "FinalStanding";
        }

        @Override
        public CompletableFuture<@Nullable FinalStanding> node(DataFetchingEnvironment env, NodeId id) {
            return rankings.node(env, id)
                    .thenCompose(ranking ->
                            ranking == null ? completedFuture(List.of()) : find(env, new Of(ranking, id.number(2))))
                    .thenApply(found -> found.isEmpty() ? null : found.getFirst());
        }
    }

    private static CompletableFuture<FinalRanking> ranking(Ranking ranking, DataFetchingEnvironment env) {
        return Loaders.load(env, RANKINGS, new Revision(ranking, Input.of(env).optionalInteger("revision")));
    }

    private CompletableFuture<Connection<FinalStanding>> standings(FinalRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        int size = pageSize.checked("first", input.integer("first"));
        int first = first(input, ranking);
        int last = (int) Math.min(ranking.entryCount(), (long) first + size - 1);
        boolean before = first > 1 && ranking.entryCount() > 0;
        return find(env, new InPositions(ranking, first, last))
                .thenApply(page -> Connection.of(
                        page, before, last < ranking.entryCount(), standing -> cursor(ranking, standing)));
    }

    /** Consecutive standings as a page. */
    private static Connection<FinalStanding> connection(FinalRanking ranking, List<FinalStanding> found) {
        return Connection.of(
                found,
                !found.isEmpty() && found.getFirst().position() > 1,
                !found.isEmpty() && found.getLast().position() < ranking.entryCount(),
                standing -> cursor(ranking, standing));
    }

    private static String cursor(FinalRanking ranking, FinalStanding standing) {
        return new Cursor(ranking.list(), List.of(Integer.toString(standing.position()))).text();
    }

    /** The position that a page starts at. */
    private static int first(Input input, FinalRanking ranking) {
        String after = input.optionalString("after");
        Integer position = input.optionalInteger("fromPosition");
        if (after != null && position != null) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`after` and `fromPosition` must not be combined.");
        }
        if (after != null) {
            return Cursor.parse(after, ranking.list(), key -> behind(Integer.parseInt(key.getFirst())));
        }
        return position == null ? 1 : PageSize.inRange("fromPosition", position, 1, Integer.MAX_VALUE);
    }

    private static CompletableFuture<@Nullable FinalStanding> standing(
            FinalRanking ranking, DataFetchingEnvironment env) {
        return find(env, new Around(ranking, ParticipantGraphQL.ref(env, "participant"), 0, 0))
                .thenApply(found -> found.isEmpty() ? null : found.getFirst());
    }

    private CompletableFuture<Connection<FinalStanding>> around(FinalRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        int above = pageSize.checkedHalf("above", input.integer("above"));
        int below = pageSize.checkedHalf("below", input.integer("below"));
        return find(env, new Around(ranking, ParticipantGraphQL.ref(env, "participant"), above, below))
                .thenApply(found -> connection(ranking, found));
    }

    private static CompletableFuture<List<FinalStanding>> find(DataFetchingEnvironment env, FinalQuestion question) {
        return Loaders.load(env, STANDINGS, question);
    }

    private static int behind(int position) {
        if (position < 1) {
            throw new IllegalArgumentException("nobody stands there");
        }
        return Math.addExact(position, 1);
    }
}
