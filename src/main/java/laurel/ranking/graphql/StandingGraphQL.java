package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.execution.DataFetcherResult;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.time.Instant;
import java.util.EnumSet;
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
import laurel.graphql.Selection;
import laurel.graphql.node.NodeId;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.ranking.RankingRepository.PreviousRanking;
import laurel.ranking.Rankings;
import laurel.ranking.Standing;
import laurel.ranking.Standing.CountedRanking;
import laurel.ranking.Standing.RelativeStanding;
import laurel.ranking.StandingQuery;
import laurel.ranking.StandingQueryBatcher;
import laurel.ranking.StandingResult;
import laurel.ranking.snapshot.SnapshotQuery;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotStanding;
import laurel.request.Connection;
import laurel.score.graphql.ScoreGraphQL;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.submission.StandingChange;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds the type Standing: its ranks, the metrics that they need, and its submissions. */
@Singleton
class StandingGraphQL implements Binding, NodeSource {
    private static final String TYPE = "Standing";
    private static final String STANDINGS = "standings";
    private static final String PREVIOUS = "previousRanking";

    /** The metrics that fields need. */
    private static final Map<String, Set<RankMetric>> METRICS = Map.of(
            "rank", Set.of(RankMetric.BETTER_ENTRIES),
            "movement", Set.of(RankMetric.BETTER_ENTRIES),
            "percentRank", Set.of(RankMetric.BETTER_ENTRIES, RankMetric.ENTRY_COUNT),
            "percentile", Set.of(RankMetric.BETTER_ENTRIES, RankMetric.ENTRY_COUNT),
            "ranking/entryCount", Set.of(RankMetric.ENTRY_COUNT),
            "denseRank", Set.of(RankMetric.BETTER_SCORES),
            "position", Set.of(RankMetric.PRECEDING_ENTRIES),
            "gapToNext", Set.of(RankMetric.NEXT_BETTER_SCORE));

    private final Rankings rankings;
    private final PageSize pageSize;
    private final StandingQueryBatcher batcher;

    StandingGraphQL(Rankings rankings, PageSize pageSize) {
        this.rankings = rankings;
        this.pageSize = pageSize;
        this.batcher = new StandingQueryBatcher(rankings::standings);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, STANDINGS, StandingQuery::size, request.verifying(batcher::standings));
        Loaders.register(loaders, PREVIOUS, rankings::previous);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Standing>of(TYPE)
                        .idOnBoard(
                                s -> s.ranking().leaderboardId(),
                                s -> s.ranking().id(),
                                Standing::participantId)
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .field("ranking", StandingGraphQL::ranking)
                        .field("score", s -> s.ranking().scores().format(s.score()))
                        .field("rank", s -> s.ranks().rank())
                        .field("denseRank", s -> s.ranks().denseRank())
                        .field("position", s -> s.ranks().position())
                        .field("percentRank", s -> s.ranks().percentRank())
                        .field("percentile", s -> s.ranks().percentile())
                        .fetched("movement", StandingGraphQL::movement)
                        .fetched("submission", (s, env) -> ScoreGraphQL.load(env, s.submissionId()))
                        .fetched("submissions", this::submissions))
                .type(Fields.<RelativeStanding>of("RelativeStanding")
                        .field("rank", relative -> relative.ranks().rank())
                        .field("denseRank", relative -> relative.ranks().denseRank())
                        .field("position", relative -> relative.ranks().position()));
    }

    private CompletableFuture<Connection<ScoreSubmission>> submissions(
            Standing of, DataFetchingEnvironment environment) {
        return ScoreGraphQL.counted(environment, of.ranking().windowId(), of.participantId(), pageSize);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<@Nullable Standing> node(DataFetchingEnvironment env, NodeId id) {
        return RankingGraphQL.load(env, id.number())
                .thenCompose(ranking -> ranking == null
                        ? completedFuture(null)
                        : find(
                                        env,
                                        new StandingQuery.ParticipantQuery(
                                                ranking, id.number(1), metrics(env, List.of(""))))
                                .thenApply(StandingResult::only));
    }

    /** The result of a query. */
    static CompletableFuture<StandingResult> find(DataFetchingEnvironment env, StandingQuery query) {
        return Loaders.load(env, STANDINGS, query);
    }

    private static CompletableFuture<?> movement(Standing standing, DataFetchingEnvironment env) {
        Instant since = Input.of(env).optionalMoment("sinceTime");
        return since == null ? sincePreviousWindow(standing, env) : sinceTime(standing, since, env);
    }

    private static CompletableFuture<StandingChange> sinceTime(
            Standing standing, Instant since, DataFetchingEnvironment env) {
        var former = new SnapshotQuery.ParticipantQuery(
                new RankingAsOf(standing.ranking(), since), standing.participantId());
        return SnapshotGraphQL.find(env, former).thenApply(found -> {
            SnapshotStanding then = found.only();
            return then == null
                    ? standing.since(null, null)
                    : standing.since(then.row().rank(), then.fixedScore());
        });
    }

    private static CompletableFuture<@Nullable StandingChange> sincePreviousWindow(
            Standing standing, DataFetchingEnvironment env) {
        return Loaders.<Ranking, PreviousRanking>load(env, PREVIOUS, standing.ranking())
                .thenCompose(previous -> {
                    if (previous == null) {
                        return completedFuture(null);
                    }
                    Ranking former = previous.ranking();
                    return former == null
                            ? completedFuture(standing.since(null, null))
                            : find(
                                            env,
                                            new StandingQuery.ParticipantQuery(
                                                    former,
                                                    standing.participantId(),
                                                    EnumSet.of(RankMetric.BETTER_ENTRIES)))
                                    .thenApply(found -> since(standing, found.only()));
                });
    }

    private static StandingChange since(Standing standing, @Nullable Standing then) {
        return then == null
                ? standing.since(null, null)
                : standing.since(then.ranks().rank(), BigInteger.valueOf(then.score()));
    }

    /** The ranking, with its entry count if that was computed for the standing. */
    private static Object ranking(Standing standing) {
        Integer total = standing.ranks().total();
        return total == null
                ? standing.ranking()
                : DataFetcherResult.newResult()
                        .data(standing.ranking())
                        .localContext(new CountedRanking(standing.ranking(), total))
                        .build();
    }

    /** The metrics that the fields selected below these prefixes need. */
    static Set<RankMetric> metrics(DataFetchingEnvironment env, List<String> prefixes) {
        Selection selection = Selection.of(env);
        Set<RankMetric> metrics = EnumSet.noneOf(RankMetric.class);
        METRICS.forEach((field, needed) -> {
            if (prefixes.stream().anyMatch(prefix -> selection.contains(prefix + field))) {
                metrics.addAll(needed);
            }
        });
        return metrics;
    }
}
