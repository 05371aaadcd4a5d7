package laurel.score;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.participant.ParticipantGraphQL;
import laurel.score.Scores.Removal;
import laurel.score.Scores.RemovedSubmission;
import laurel.score.Scores.SubmissionsOf;
import laurel.score.SubmissionResult.ScoreReceipt;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code score.graphqls}. */
@Singleton
public class ScoreGraphQL implements Binding {
    private static final String TYPE = "ScoreSubmission";
    private static final String LIST = "submissions";
    /** The id of no submission. */
    private static final long NO_ID = -1;

    private final Scores scores;

    ScoreGraphQL(Scores scores) {
        this.scores = scores;
    }

    /** The submission of this id. */
    public static CompletableFuture<ScoreSubmission> load(DataFetchingEnvironment environment, long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** A page of the submissions that counted for a participant in a window, newest first. */
    public static CompletableFuture<Connection<ScoreSubmission>> counted(
            DataFetchingEnvironment environment, long windowId, long participantId, PageSize pageSize) {
        ListPage page = pageSize.page(environment, LIST + ":" + windowId + ":" + participantId);
        var asked = new SubmissionsOf(windowId, participantId, page.after(Long.MAX_VALUE), page.limit());
        return page.load(LIST, asked, ScoreSubmission::number);
    }

    /** What the schema calls ScoreBatch. */
    record ScoreBatch(int accepted, int refused, List<Object> results) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, request.inApp(scores::byIds));
        Loaders.register(loaders, LIST, SubmissionsOf::limit, request.inApp(scores::submissions));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .selecting("submitScore", this::submitScore)
                        .selecting("submitScores", this::submitScores)
                        .selecting("removeSubmission", this::removeSubmission))
                .type(Fields.<ScoreReceipt>of("ScoreReceipt")
                        .fetched(
                                "changes",
                                (r, env) -> changes(r.submission(), r.answer().changes(), env))
                        .field("closedWindows", receipt -> receipt.answer().closedWindows()))
                .type(Fields.<RemovedSubmission>of("RemovedSubmission")
                        .fetched("changes", (r, env) -> changes(r.submission(), r.changes(), env)))
                .type(Fields.<ScoreSubmission>of("ScoreSubmission")
                        .idOnBoard(ScoreSubmission::leaderboardId, ScoreSubmission::id)
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .fetched("leaderboard", (s, env) -> LeaderboardGraphQL.load(env, s.leaderboardId()))
                        .field("score", s -> s.scores().format(s.score()))
                        .field("group", s -> s.groupValues().values())
                        .fetched("carriedFrom", (s, env) -> WindowGraphQL.load(env, s.carriedFrom())))
                .type(Fields.<StandingChange>of("StandingChange")
                        .fetched("window", (change, env) -> WindowGraphQL.load(env, change.windowId()))
                        .fetched("participant", (change, env) -> ParticipantGraphQL.load(env, change.participantId()))
                        .field("group", change -> change.leaderboardGroup(change.group()))
                        .field("previousGroup", change -> change.leaderboardGroup(change.previousGroup()))
                        .field("previousScore", change -> change.text(change.previousScore()))
                        .field("score", change -> change.text(change.score()))
                        .field("rankChange", StandingChange::rankChange));
    }

    private Object submitScore(DataFetchingEnvironment environment) {
        ScoreSubmissionInput submission = Input.of(environment).object("input", ScoreSubmissionInput.class);
        return BatchAnswers.only(
                submit(environment, List.of(submission)).getFirst().told());
    }

    private Object submitScores(DataFetchingEnvironment environment) {
        List<ScoreSubmissionInput> submissions = Input.of(environment).objects("input", ScoreSubmissionInput.class);
        return BatchAnswers.of(submit(environment, submissions), SubmissionResult::told, ScoreBatch::new);
    }

    private Object removeSubmission(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).object("input");
        RequestContext request = RequestContext.of(environment);
        long id = request.number("id", input.string("id"), TYPE).orElse(NO_ID);
        return scores.remove(
                request.app(),
                new Removal(id, input.optionalString("reason"), input.truth("dryRun")),
                ranked(environment.getSelectionSet()),
                request.now());
    }

    private List<SubmissionResult> submit(DataFetchingEnvironment environment, List<ScoreSubmissionInput> submissions) {
        List<ChangeFilter> ranked = ranked(environment.getSelectionSet());
        RequestContext request = RequestContext.of(environment);
        return scores.submit(request.app(), submissions, ranked, request.now());
    }

    /** The changes that are asked for a rank. */
    private static List<ChangeFilter> ranked(DataFetchingFieldSelectionSet selected) {
        return selected.getFields("changes", "results/changes").stream()
                .filter(changes -> changes.getSelectionSet().containsAnyOf("rank", "previousRank", "rankChange"))
                .map(changes -> new Input(changes.getArguments()).as(ChangeFilter.class))
                .toList();
    }

    private static List<StandingChange> changes(
            ScoreSubmission submission, List<EntryChange> changes, DataFetchingEnvironment environment) {
        ChangeFilter filter = Input.of(environment).as(ChangeFilter.class);
        return changes.stream()
                .filter(filter::takes)
                .map(change -> StandingChange.of(submission, change))
                .toList();
    }
}
