package laurel.score;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.leaderboard.Group;
import laurel.leaderboard.GroupValue;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.leaderboard.WindowKind;
import laurel.participant.ParticipantGraphQL;
import laurel.score.Scores.Removal;
import laurel.score.Scores.RemovedSubmission;
import laurel.score.Scores.SubmissionsOf;
import laurel.score.SubmissionResult.ScoreReceipt;
import laurel.window.Window;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code score.graphqls}. */
@Singleton
public class ScoreGraphQL implements Binding, NodeSource {
    private static final String LOADER = "submission";
    private static final String LIST = "submissions";
    /** The id of no submission. */
    private static final long NO_ID = -1;

    private final Scores scores;

    ScoreGraphQL(Scores scores) {
        this.scores = scores;
    }

    /** The submission of this id. */
    public static CompletableFuture<ScoreSubmission> load(DataFetchingEnvironment environment, long id) {
        return Loaders.load(environment, LOADER, id);
    }

    /** A page of the submissions that counted for a participant in a window, newest first. */
    public static CompletableFuture<Connection<ScoreSubmission>> page(
            DataFetchingEnvironment environment, long windowId, long participantId, int first, @Nullable String after) {
        String list = LIST + ":" + windowId + ":" + participantId;
        long before = after == null ? Long.MAX_VALUE : Cursor.parse(after, list, key -> Long.valueOf(key.getFirst()));
        var asked = new SubmissionsOf(windowId, participantId, before, first + 1);
        return Loaders.<SubmissionsOf, List<ScoreSubmission>>load(environment, LIST, asked)
                .thenApply(
                        found -> Connection.firstOf(found == null ? List.of() : found, first, after, one -> new Cursor(
                                        list, List.of(Long.toString(one.number())))
                                .text()));
    }

    /** What the schema calls ScoreBatch. */
    record ScoreBatch(int accepted, int refused, List<Object> results) {}

    /** What the schema calls EntryChange. */
    record ChangeOf(ScoreSubmission submission, EntryChange change) {
        @Nullable
        String score(@Nullable Long score) {
            return score == null ? null : submission.scores().format(score);
        }
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, LOADER, (Set<Long> ids) -> scores.byIds(request.app(), ids));
        Loaders.register(
                loaders,
                LIST,
                SubmissionsOf::limit,
                (Set<SubmissionsOf> asked) -> scores.submissions(request.app(), asked));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Mutation", type -> type.dataFetcher("submitScore", this::submitScore)
                        .dataFetcher("submitScores", this::submitScores)
                        .dataFetcher("removeSubmission", this::removeSubmission))
                .type("RemoveSubmissionResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("SubmitScoreResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("SubmitScoresResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<ScoreReceipt>of("ScoreReceipt")
                        .fetched(
                                "changes",
                                (r, env) -> changes(r.submission(), r.answer().changes(), env))
                        .field("closedWindows", receipt -> receipt.answer().closedWindows())
                        .wiring())
                .type(Fields.<RemovedSubmission>of("RemovedSubmission")
                        .fetched("changes", (r, env) -> changes(r.submission(), r.changes(), env))
                        .wiring())
                .type(Fields.<ScoreSubmission>of("ScoreSubmission")
                        .field("id", submission -> NodeId.of(type(), submission.id()))
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .fetched("leaderboard", (s, env) -> LeaderboardGraphQL.load(env, s.leaderboardId()))
                        .field("score", s -> s.scores().format(s.score()))
                        .field("group", s -> s.groupValues().list())
                        .fetched("carriedFrom", ScoreGraphQL::carriedFrom)
                        .wiring())
                .type(Fields.<ChangeOf>of("EntryChange")
                        .fetched("window", (of, env) -> WindowGraphQL.load(env, of.change.windowId()))
                        .field("group", of -> of.change.group().list())
                        .field("previousGroup", of -> list(of.change.previousGroup()))
                        .field("previousScore", of -> of.score(of.change.previousScore()))
                        .field("score", of -> of.score(of.change.score()))
                        .field("previousRank", of -> of.change.previousRank())
                        .field("rank", of -> of.change.rank())
                        .field("rankDelta", of -> of.change.rankDelta())
                        .wiring());
    }

    @Override
    public String type() {
        return "ScoreSubmission";
    }

    @Override
    public CompletableFuture<ScoreSubmission> node(DataFetchingEnvironment environment, long number) {
        return load(environment, number);
    }

    private Object submitScore(DataFetchingEnvironment environment) {
        ScoreSubmissionInput submission = submission(Input.of(environment).object("input"));
        return Refusals.orRefusal(
                environment,
                "input",
                () -> BatchAnswers.only(
                        submit(environment, List.of(submission)).getFirst().told()));
    }

    private Object submitScores(DataFetchingEnvironment environment) {
        List<ScoreSubmissionInput> submissions = Input.of(environment).objects("input").stream()
                .map(ScoreGraphQL::submission)
                .toList();
        return Refusals.orRefusal(
                environment,
                "input",
                () -> BatchAnswers.of(submit(environment, submissions), SubmissionResult::told, ScoreBatch::new));
    }

    private Object removeSubmission(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).object("input");
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        long id = NodeId.parse(input.string("id"))
                .filter(node -> node.type().equals(type()))
                .map(NodeId::number)
                .orElse(NO_ID);
        return Refusals.orRefusal(
                environment,
                "input",
                () -> scores.remove(
                        request.app(),
                        new Removal(id, input.optionalString("reason"), input.truth("dryRun")),
                        ranked(environment.getSelectionSet()),
                        request.now()));
    }

    private List<SubmissionResult> submit(DataFetchingEnvironment environment, List<ScoreSubmissionInput> submissions) {
        List<ChangeFilter> ranked = ranked(environment.getSelectionSet());
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        return scores.submit(request.app(), submissions, ranked, request.now());
    }

    private static ScoreSubmissionInput submission(Input input) {
        return new ScoreSubmissionInput(
                input.string("leaderboard"),
                ParticipantGraphQL.profile(input.object("participant")),
                input.string("score"),
                input.int64("subscore"),
                LeaderboardGraphQL.groupValues(input, "group"),
                input.optionalMoment("achievedAt"),
                input.optionalJson("metadata"),
                input.optionalString("idempotencyKey"));
    }

    /** The changes that are asked for a rank. */
    private static List<ChangeFilter> ranked(DataFetchingFieldSelectionSet selected) {
        return selected.getFields("changes", "results/changes").stream()
                .filter(changes -> changes.getSelectionSet().containsAnyOf("rank", "previousRank", "rankDelta"))
                .map(changes -> filter(new Input(changes.getArguments())))
                .toList();
    }

    private static List<ChangeOf> changes(
            ScoreSubmission submission, List<EntryChange> changes, DataFetchingEnvironment environment) {
        ChangeFilter filter = filter(Input.of(environment));
        return changes.stream()
                .filter(filter::takes)
                .map(change -> new ChangeOf(submission, change))
                .toList();
    }

    private static @Nullable CompletableFuture<Window> carriedFrom(
            ScoreSubmission submission, DataFetchingEnvironment environment) {
        Long window = submission.carriedFrom();
        return window == null ? null : WindowGraphQL.load(environment, window);
    }

    private static @Nullable List<GroupValue> list(@Nullable Group group) {
        return group == null ? null : group.list();
    }

    private static ChangeFilter filter(Input input) {
        List<String> grouping = input.optionalStrings("grouping");
        return new ChangeFilter(
                input.constants(WindowKind.class, "kinds"), grouping == null ? null : Set.copyOf(grouping));
    }
}
