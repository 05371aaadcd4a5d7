package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.stream.Collectors.toSet;

import graphql.execution.DataFetcherResult;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import graphql.schema.SelectedField;
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
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeSource;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.GatheredQuestions;
import laurel.ranking.Question;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.ranking.RankingAnswer;
import laurel.ranking.RankingRepository.Previous;
import laurel.ranking.Rankings;
import laurel.ranking.Standing;
import laurel.ranking.Standing.CountedRanking;
import laurel.ranking.Standing.RelativeStanding;
import laurel.ranking.snapshot.SnapshotQuestion;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotStanding;
import laurel.request.Connection;
import laurel.score.graphql.ScoreGraphQL;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.submission.StandingChange;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds the schema's Standing: its place, what must be found out for that, and the submissions behind it. */
@Singleton
class StandingGraphQL implements Binding, NodeSource {
    private static final String TYPE = "Standing";
    private static final String STANDINGS = "standings";
    private static final String PREVIOUS = "previousRanking";

    /** What must be found out for these fields. */
    private static final Map<String, Set<RankMetric>> FIGURES = Map.of(
            "rank", Set.of(RankMetric.BETTER),
            "movement", Set.of(RankMetric.BETTER),
            "percentRank", Set.of(RankMetric.BETTER, RankMetric.TOTAL),
            "percentile", Set.of(RankMetric.BETTER, RankMetric.TOTAL),
            "ranking/entryCount", Set.of(RankMetric.TOTAL),
            "denseRank", Set.of(RankMetric.BETTER_DISTINCT),
            "position", Set.of(RankMetric.BEFORE),
            "gapToNext", Set.of(RankMetric.AHEAD));

    private final Rankings rankings;
    private final PageSize pageSize;
    private final GatheredQuestions questions;

    StandingGraphQL(Rankings rankings, PageSize pageSize) {
        this.rankings = rankings;
        this.pageSize = pageSize;
        this.questions = new GatheredQuestions(rankings::found);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, STANDINGS, Question::size, questions::found);
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
                        .field("rank", local -> local.ranks().rank())
                        .field("denseRank", local -> local.ranks().denseRank())
                        .field("position", local -> local.ranks().position()));
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
                        : find(env, new Question.Of(ranking, id.number(1), figures(env.getSelectionSet(), List.of(""))))
                                .thenApply(RankingAnswer::only));
    }

    /** The answer to a question. */
    static CompletableFuture<RankingAnswer> find(DataFetchingEnvironment env, Question question) {
        return Loaders.load(env, STANDINGS, question);
    }

    private static CompletableFuture<?> movement(Standing standing, DataFetchingEnvironment env) {
        Instant since = Input.of(env).optionalMoment("sinceTime");
        return since == null ? sinceWindowBefore(standing, env) : sinceMoment(standing, since, env);
    }

    private static CompletableFuture<StandingChange> sinceMoment(
            Standing standing, Instant since, DataFetchingEnvironment env) {
        var former = new SnapshotQuestion.Of(new RankingAsOf(standing.ranking(), since), standing.participantId());
        return SnapshotGraphQL.find(env, former).thenApply(found -> {
            SnapshotStanding then = found.only();
            return then == null
                    ? standing.since(null, null)
                    : standing.since(then.row().rank(), then.fixedScore());
        });
    }

    private static CompletableFuture<@Nullable StandingChange> sinceWindowBefore(
            Standing standing, DataFetchingEnvironment env) {
        return Loaders.<Ranking, Previous>load(env, PREVIOUS, standing.ranking())
                .thenCompose(previous -> {
                    if (previous == null) {
                        return completedFuture(null);
                    }
                    Ranking former = previous.ranking();
                    return former == null
                            ? completedFuture(standing.since(null, null))
                            : find(
                                            env,
                                            new Question.Of(
                                                    former, standing.participantId(), EnumSet.of(RankMetric.BETTER)))
                                    .thenApply(found -> since(standing, found.only()));
                });
    }

    private static StandingChange since(Standing standing, @Nullable Standing then) {
        return then == null
                ? standing.since(null, null)
                : standing.since(then.ranks().rank(), BigInteger.valueOf(then.score()));
    }

    /** Its ranking, which is not counted again if it was counted for the standing. */
    private static Object ranking(Standing standing) {
        Integer total = standing.ranks().total();
        return total == null
                ? standing.ranking()
                : DataFetcherResult.newResult()
                        .data(standing.ranking())
                        .localContext(new CountedRanking(standing.ranking(), total))
                        .build();
    }

    /** What must be found out for the fields selected below these prefixes. */
    static Set<RankMetric> figures(DataFetchingFieldSelectionSet selected, List<String> prefixes) {
        // Not by asking it for each: it takes names for patterns, and makes one of each name each time.
        Set<String> fields = selected.getFields().stream()
                .map(SelectedField::getQualifiedName)
                .collect(toSet());
        Set<RankMetric> figures = EnumSet.noneOf(RankMetric.class);
        FIGURES.forEach((field, needed) -> {
            if (prefixes.stream().anyMatch(prefix -> fields.contains(prefix + field))) {
                figures.addAll(needed);
            }
        });
        return figures;
    }
}
