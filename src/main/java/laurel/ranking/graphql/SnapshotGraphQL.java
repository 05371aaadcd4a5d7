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
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeSource;
import laurel.leaderboard.LeaderboardGroup;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.Question;
import laurel.ranking.Ranking;
import laurel.ranking.StandingFilter;
import laurel.ranking.snapshot.FinalStandingRepository;
import laurel.ranking.snapshot.FinalStandingRepository.Revision;
import laurel.ranking.snapshot.PastRankingRepository;
import laurel.ranking.snapshot.SnapshotAnswer;
import laurel.ranking.snapshot.SnapshotQuestion;
import laurel.ranking.snapshot.SnapshotQuestion.Among;
import laurel.ranking.snapshot.SnapshotQuestion.Around;
import laurel.ranking.snapshot.SnapshotQuestion.AtPercentile;
import laurel.ranking.snapshot.SnapshotQuestion.FixedPage;
import laurel.ranking.snapshot.SnapshotQuestion.OfBetter;
import laurel.ranking.snapshot.SnapshotQuestion.OfFilter;
import laurel.ranking.snapshot.SnapshotQuestion.OfPage;
import laurel.ranking.snapshot.SnapshotRanking;
import laurel.ranking.snapshot.SnapshotRanking.FinalRanking;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotStanding;
import laurel.ranking.snapshot.SnapshotStanding.Relative;
import laurel.request.Connection;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.submission.Scores;
import laurel.window.Window;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code snapshot.graphqls}: rankings as they ended, and as they were at earlier times. */
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
        Loaders.register(loaders, FINAL, SnapshotQuestion::size, finals::found);
        Loaders.register(loaders, PAST, SnapshotQuestion::size, asked -> past(asked, times));
    }

    /** @param times of the whole request */
    private Map<SnapshotQuestion, SnapshotAnswer> past(Set<SnapshotQuestion> asked, Set<Instant> times) {
        asked.forEach(question -> times.add(requireNonNull(question.ranking().time())));
        List<Long> windows = asked.stream()
                .map(question -> question.ranking().ranking().windowId())
                .distinct()
                .toList();
        return scores.past(windows, times, () -> past.found(asked));
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
                                "entryCount", (ranking, env) -> count(env, new OfFilter(ranking, StandingFilter.ALL))));
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

    private static @Nullable Revision revision(@Nullable Ranking ranking, NodeId id) {
        return ranking == null ? null : new Revision(ranking, Math.toIntExact(id.number(1)));
    }

    private static CompletableFuture<FinalRanking> finalRanking(Ranking ranking, DataFetchingEnvironment env) {
        return Loaders.load(env, RANKINGS, new Revision(ranking, Input.of(env).optionalInteger("revision")));
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
        FixedPage page =
                PageInput.of(Input.of(env), ranking.ranking(), pageSize).page(ranking);
        return find(env, new OfPage(ranking, page)).thenApply(found -> page.connection(ranking, found.standings()));
    }

    private static CompletableFuture<Integer> standingCount(SnapshotRanking ranking, DataFetchingEnvironment env) {
        return count(env, new OfFilter(ranking, PageInput.filter(Input.of(env), ranking.ranking())));
    }

    private static CompletableFuture<Integer> rankForScore(SnapshotRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        Ranking of = ranking.ranking();
        long sortKey = of.sortOrder().key(of.score("score", input.string("score")));
        long subscoreKey = of.sortOrder().key(input.int64("subscore"));
        return count(env, new OfBetter(ranking, sortKey, subscoreKey)).thenApply(better -> better + 1);
    }

    private static CompletableFuture<@Nullable SnapshotStanding> standing(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        ParticipantRef who = ParticipantGraphQL.ref(env, "participant");
        return find(env, new Among(ranking, List.of(who))).thenApply(SnapshotAnswer::only);
    }

    private CompletableFuture<Connection<SnapshotStanding>> around(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        ParticipantRef who = ParticipantGraphQL.ref(env, "participant");
        return find(env, new Around(ranking, who, QuestionInput.neighbours(input, pageSize)))
                .thenApply(found -> FixedPage.around(ranking, found.standings()));
    }

    private static CompletableFuture<@Nullable SnapshotStanding> standingAt(
            SnapshotRanking ranking, DataFetchingEnvironment env) {
        Question at = QuestionInput.standingAt(Input.of(env), ranking.ranking(), Set.of());
        return find(
                        env,
                        at instanceof Question.AtPosition position
                                ? new OfPage(ranking, FixedPage.at(position.position()))
                                : new AtPercentile(ranking, ((Question.AtPercentile) at).percentile()))
                .thenApply(SnapshotAnswer::unmarked);
    }

    private CompletableFuture<List<Relative>> standingsOf(SnapshotRanking ranking, DataFetchingEnvironment env) {
        List<ParticipantRef> who = QuestionInput.participants(ParticipantGraphQL.refs(env, "participants"), pageSize);
        return find(env, new Among(ranking, who)).thenApply(found -> Relative.among(found.standings()));
    }

    private static CompletableFuture<Integer> count(DataFetchingEnvironment env, SnapshotQuestion number) {
        return find(env, number).thenApply(SnapshotAnswer::number);
    }

    /** The answer to a question. */
    static CompletableFuture<SnapshotAnswer> find(DataFetchingEnvironment env, SnapshotQuestion question) {
        return Loaders.load(env, question.ranking() instanceof FinalRanking ? FINAL : PAST, question);
    }
}
