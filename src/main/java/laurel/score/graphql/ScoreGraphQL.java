package laurel.score.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import laurel.graphql.BatchResults;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.Limits;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity.Player;
import laurel.request.access.Role;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.ScoreSubmission.SubmissionFilter;
import laurel.score.ledger.SubmissionQuarantine;
import laurel.score.quarantine.Quarantine;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.Scores.Removal;
import laurel.score.submission.Scores.RemovedSubmission;
import laurel.score.submission.StandingChange;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code score.graphqls}. */
@Singleton
public class ScoreGraphQL implements Binding {
    static final String TYPE = "ScoreSubmission";
    private static final String LIST = "submissions";
    private static final String ITEMS = "items";
    /** An id that no submission has. */
    private static final long NO_ID = -1;

    private final Scores scores;
    private final Quarantine quarantine;
    private final int maxBatch;

    ScoreGraphQL(Scores scores, Quarantine quarantine, @Value("${laurel.limits.batch-size:1000}") int maxBatch) {
        this.scores = scores;
        this.quarantine = quarantine;
        this.maxBatch = maxBatch;
    }

    /** Loads a submission. */
    public static CompletableFuture<ScoreSubmission> load(DataFetchingEnvironment environment, long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** Loads a page of the submissions of a participant that counted in a window, from the newest to the oldest. */
    public static CompletableFuture<Connection<ScoreSubmission>> counted(
            DataFetchingEnvironment environment, long windowId, long participantId, PageSize pageSize) {
        ListPage page = pageSize.page(environment, LIST + ":" + windowId + ":" + participantId);
        var filter = new SubmissionFilter(windowId, participantId);
        return page.load(LIST, page.request(filter, page.after(Long.MAX_VALUE)), ScoreSubmission::number);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, readable(request));
        Loaders.registerList(loaders, LIST, request.inApp(scores::submissions));
    }

    private Function<Set<Long>, Map<Long, ScoreSubmission>> readable(RequestContext request) {
        Function<Set<Long>, Map<Long, ScoreSubmission>> all = request.inApp(scores::byIds);
        return request.may(Role.READER)
                ? all
                : ids -> quarantine.readable(request.app(), request.identity().player(), all.apply(ids));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .selecting("removeSubmission", this::removeSubmission)
                        .ofFacts()
                        .selecting("submitScore", this::submitScore)
                        .selecting("submitScores", this::submitScores))
                .type(Fields.<ScoreReceipt>of("ScoreReceipt")
                        .fetched(
                                "changes",
                                (r, env) -> changes(r.submission(), r.outcome().changes(), env))
                        .field("closedWindows", receipt -> receipt.outcome().closedWindows())
                        .field("status", ScoreReceipt::status))
                .type(BatchResults.fields("SubmitScoreResult"))
                .type(Fields.<Payload<RemovedSubmission>>of("RemoveSubmissionPayload")
                        .fetched("changes", (payload, env) -> removed(payload.result(), env)))
                .type(Fields.<ScoreSubmission>of("ScoreSubmission")
                        .idOnBoard(ScoreSubmission::leaderboardId, ScoreSubmission::id)
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .fetched("leaderboard", (s, env) -> LeaderboardGraphQL.load(env, s.leaderboardId()))
                        .field(
                                "score",
                                s -> s.score() == null ? null : s.scores().format(s.score()))
                        .field("group", s -> s.groupValues().values())
                        .field("status", ScoreSubmission::status)
                        .field("quarantine", ScoreSubmission::quarantine)
                        .fetched("carriedFrom", (s, env) -> WindowGraphQL.load(env, s.carriedFrom())))
                .type(Fields.<SubmissionQuarantine>of("SubmissionQuarantine")
                        .field("reasons", SubmissionQuarantine::quarantineReasons))
                .type(Fields.<StandingChange>of("StandingChange")
                        .fetched("window", (change, env) -> WindowGraphQL.load(env, change.windowId()))
                        .fetched("participant", (change, env) -> ParticipantGraphQL.load(env, change.participantId()))
                        .field("group", change -> change.leaderboardGroup(change.group()))
                        .field("previousGroup", change -> change.leaderboardGroup(change.previousGroup()))
                        .field("previousScore", StandingChange::previousText)
                        .field("score", StandingChange::text)
                        .field("rankChange", StandingChange::rankChange));
    }

    private Object submitScore(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).object("input");
        return submit(environment, List.of(input)).getFirst().payload();
    }

    private Object submitScores(DataFetchingEnvironment environment) {
        if (RequestContext.of(environment).identity().player() != null) {
            throw new RequestException(RequestErrorCode.FORBIDDEN, "Players submit single scores, with `submitScore`.");
        }
        List<Input> items = Input.of(environment).object("input").objects(ITEMS);
        return BatchResults.of(submit(environment, items), SubmissionResult::payload, ITEMS);
    }

    private List<SubmissionResult> submit(DataFetchingEnvironment environment, List<Input> items) {
        Limits.batch(items, maxBatch, "submissions");
        RequestContext request = RequestContext.of(environment);
        Player player = request.identity().player();
        List<ChangeFilter> ranked = ChangeFilters.ranked(environment);
        return ScoreItems.submit(
                items,
                ScoreSubmissionInput.class,
                sent -> player == null || sent.isEmpty()
                        ? scores.submit(request.app(), sent, ranked, request.now())
                        : List.of(scores.submitOwn(request.app(), player, sent.getFirst(), ranked, request.now())));
    }

    private Object removeSubmission(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).object("input");
        RequestContext request = RequestContext.of(environment);
        return scores.remove(
                request.app(),
                new Removal(
                        id(request, input),
                        input.optionalString("reason"),
                        Boolean.TRUE.equals(input.values().get("dryRun"))),
                ChangeFilters.ranked(environment),
                request.now());
    }

    /** The number of the submission that an input selects. */
    static long id(RequestContext request, Input input) {
        return request.number("submissionId", input.string("submissionId"), TYPE)
                .orElse(NO_ID);
    }

    private static @Nullable List<StandingChange> removed(
            @Nullable RemovedSubmission removed, DataFetchingEnvironment environment) {
        return removed == null ? null : changes(removed.submission(), removed.changes(), environment);
    }

    /** The selected changes of entries by a submission. */
    static List<StandingChange> changes(
            ScoreSubmission submission, List<EntryChange> changes, DataFetchingEnvironment environment) {
        ChangeFilter filter = Input.of(environment).as(ChangeFilter.class);
        return changes.stream()
                .filter(filter::accepts)
                .map(change -> StandingChange.of(submission, change))
                .toList();
    }
}
