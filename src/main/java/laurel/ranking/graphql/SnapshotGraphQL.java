package laurel.ranking.graphql;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.LeaderboardGroup;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.Ranking;
import laurel.ranking.StandingFilter;
import laurel.ranking.StandingQuery;
import laurel.ranking.snapshot.FinalStandingRepository;
import laurel.ranking.snapshot.FinalStandingRepository.RevisionQuery;
import laurel.ranking.snapshot.PastRankingRepository;
import laurel.ranking.snapshot.SnapshotQuery;
import laurel.ranking.snapshot.SnapshotQuery.AroundQuery;
import laurel.ranking.snapshot.SnapshotQuery.BetterEntries;
import laurel.ranking.snapshot.SnapshotQuery.EntriesInRange;
import laurel.ranking.snapshot.SnapshotQuery.PageQuery;
import laurel.ranking.snapshot.SnapshotQuery.ParticipantsQuery;
import laurel.ranking.snapshot.SnapshotQuery.PercentileQuery;
import laurel.ranking.snapshot.SnapshotQuery.SnapshotPage;
import laurel.ranking.snapshot.SnapshotRanking;
import laurel.ranking.snapshot.SnapshotRanking.FinalRanking;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotResult;
import laurel.ranking.snapshot.SnapshotStanding;
import laurel.ranking.snapshot.SnapshotStanding.RelativeSnapshotStanding;
import laurel.request.Connection;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.submission.Scores;
import laurel.window.Window;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code snapshot.graphqls}: final rankings and rankings as of earlier times. */
@Singleton
class SnapshotGraphQL implements Binding, NodeSource {
    private static final String TYPE = "FinalRanking";
    private static final String RANKINGS = "finalRankings";
    private static final String FINAL = "finalStandings";
    private static final String PAST = "pastStandings";

    private final FinalStandingRepository finals;
    private final PastRankingRepository past;
    private final Scores scores;
    private final PageSize pageSize;

    SnapshotGraphQL(FinalStandingRepository finals, PastRankingRepository past, Scores scores, PageSize pageSize) {
        this.finals = finals;
        this.past = past;
        this.scores = scores;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Set<Instant> times = new HashSet<>();
        Loaders.register(loaders, RANKINGS, finals::rankings);
        Loaders.register(loaders, FINAL, SnapshotQuery::size, finals::standings);
        Loaders.register(loaders, PAST, SnapshotQuery::size, queries -> past(queries, times));
    }

    /** @param times all times in the request so far */
    private Map<SnapshotQuery, SnapshotResult> past(Set<SnapshotQuery> queries, Set<Instant> times) {
        queries.forEach(query -> times.add(requireNonNull(query.ranking().time())));
        List<Long> windows = queries.stream()
                .map(query -> query.ranking().ranking().windowId())
                .distinct()
                .toList();
        return scores.past(windows, times, () -> past.standings(queries));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Ranking>of("Ranking")
                        .fetched("finalRanking", SnapshotGraphQL::finalRanking)
                        .fetched("asOf", SnapshotGraphQL::asOf))
                .type(this.<FinalRanking>ranking(TYPE)
                        .idOnBoard(SnapshotGraphQL::board, f -> f.ranking().id(), FinalRanking::revision)
                        .field("entryCount", FinalRanking::entryCount))
                .type(this.<RankingAsOf>ranking("RankingAsOf")
                        .fetched(
                                "entryCount",
                                (ranking, env) -> count(env, new EntriesInRange(ranking, StandingFilter.ALL))));
    }

    private <T extends SnapshotRanking> Fields<T> ranking(String type) {
        return Fields.<T>of(type)
                .fetched(
                        "window",
                        (ranking, env) ->
                                WindowGraphQL.load(env, ranking.ranking().windowId()))
                .field(
                        "group",
                        ranking -> LeaderboardGroup.of(
                                ranking.ranking().leaderboardId(),
                                ranking.ranking().group()))
                .fetched("standings", this::standings)
                .fetched("standingCount", SnapshotGraphQL::standingCount)
                .fetched("rankForScore", SnapshotGraphQL::rankForScore)
                .fetched("standing", SnapshotGraphQL::standing)
                .fetched("around", this::around)
                .fetched("standingAt", SnapshotGraphQL::standingAt)
                .fetched("standingsOf", this::standingsOf);
    }

    static int board(FinalRanking ranking) {
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

    private static @Nullable RevisionQuery revision(@Nullable Ranking ranking, NodeId id) {
        return ranking == null ? null : new RevisionQuery(ranking, Math.toIntExact(id.number(1)));
    }

    private static CompletableFuture<FinalRanking> finalRanking(Ranking ranking, DataFetchingEnvironment env) {
        return Loaders.load(
                env, RANKINGS, new RevisionQuery(ranking, Input.of(env).optionalInteger("revision")));
    }

    private static CompletableFuture<@Nullable RankingAsOf> asOf(Ranking ranking, DataFetchingEnvironment env) {
        Instant time = requireNonNull(Input.of(env).optionalMoment("time"));
        if (time.isAfter(RequestContext.of(env).now())) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`time` must not be in the future.");
        }
        return WindowGraphQL.load(env, ranking.windowId())
                .thenApply(window -> started(window, time) ? new RankingAsOf(ranking, time) : null);
    }

    private static boolean started(Window window, Instant time) {
        return window.startsAt() == null || !window.startsAt().isAfter(time);
    }

    private CompletableFuture<Connection<SnapshotStanding>> standings(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        SnapshotPage page =
                StandingPageInput.of(Input.of(env), ranking.ranking(), pageSize).page(ranking);
        return find(env, new PageQuery(ranking, page)).thenApply(found -> page.connection(ranking, found.standings()));
    }

    private static CompletableFuture<Integer> standingCount(SnapshotRanking ranking, DataFetchingEnvironment env) {
        return count(env, new EntriesInRange(ranking, StandingPageInput.filter(Input.of(env), ranking.ranking())));
    }

    private static CompletableFuture<Integer> rankForScore(SnapshotRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Ranking of = ranking.ranking();
        long sortKey = of.sortOrder().key(of.score("score", input.string("score")));
        long subscoreKey = of.sortOrder().key(input.int64("subscore"));
        return count(env, new BetterEntries(ranking, sortKey, subscoreKey)).thenApply(better -> better + 1);
    }

    private static CompletableFuture<@Nullable SnapshotStanding> standing(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        ParticipantRef participant = ParticipantGraphQL.ref(env, "participant");
        return find(env, new ParticipantsQuery(ranking, List.of(participant))).thenApply(SnapshotResult::only);
    }

    private CompletableFuture<Connection<SnapshotStanding>> around(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        ParticipantRef participant = ParticipantGraphQL.ref(env, "participant");
        return find(env, new AroundQuery(ranking, participant, StandingQueryInput.neighbours(input, pageSize)))
                .thenApply(found -> SnapshotPage.around(ranking, found.standings()));
    }

    private static CompletableFuture<@Nullable SnapshotStanding> standingAt(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        StandingQuery at = StandingQueryInput.standingAt(Input.of(env), ranking.ranking(), Set.of());
        return find(
                        env,
                        at instanceof StandingQuery.PositionQuery position
                                ? new PageQuery(ranking, SnapshotPage.at(position.position()))
                                : new PercentileQuery(ranking, ((StandingQuery.PercentileQuery) at).percentile()))
                .thenApply(SnapshotResult::unmarked);
    }

    private CompletableFuture<List<RelativeSnapshotStanding>> standingsOf(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        List<ParticipantRef> participants =
                StandingQueryInput.participants(ParticipantGraphQL.refs(env, "participants"), pageSize);
        return find(env, new ParticipantsQuery(ranking, participants))
                .thenApply(found -> RelativeSnapshotStanding.of(found.standings()));
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, SnapshotQuery number) {
        return find(env, number).thenApply(SnapshotResult::number);
    }

    /** The result of a query. */
    static CompletableFuture<SnapshotResult> find(DataFetchingEnvironment env, SnapshotQuery query) {
        return Loaders.load(env, query.ranking() instanceof FinalRanking ? FINAL : PAST, query);
    }
}
