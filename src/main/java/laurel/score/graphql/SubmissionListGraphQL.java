package laurel.score.graphql;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.access.Identity.Player;
import laurel.request.access.Role;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.ScoreSubmission.SubmissionStatus;
import laurel.score.ledger.ScoreSubmissionFilter;
import laurel.score.ledger.ScoreSubmissionFilter.TimeSpan;
import laurel.score.ledger.SubmissionListRepository;
import laurel.score.ledger.SubmissionListRepository.SubmissionPosition;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code Query.submission}, {@code Query.submissions} and {@code Viewer.submissions}. */
@Singleton
class SubmissionListGraphQL implements Binding {
    private static final String LIST = "submissionList";

    private static final TimeSpan ALL = new TimeSpan(null, null);

    private final SubmissionListRepository repository;
    private final PageSize pageSize;

    SubmissionListGraphQL(SubmissionListRepository repository, PageSize pageSize) {
        this.repository = repository;
        this.pageSize = pageSize;
    }

    /** The conditions of a filter, as given. */
    private record Conditions(
            @Nullable String leaderboardKey,
            @Nullable ParticipantRef participant,
            TimeSpan achieved,
            TimeSpan received,
            @Nullable SubmissionStatus status) {
        static Conditions of(RequestContext request, Input filter) {
            Input participant = filter.optionalObject("participant");
            return new Conditions(
                    filter.optionalString("leaderboardKey"),
                    participant == null ? null : ParticipantGraphQL.ref(request, participant, "filter.participant"),
                    span(filter, "achieved"),
                    span(filter, "received"),
                    filter.optionalConstant(SubmissionStatus.class, "status"));
        }

        private static TimeSpan span(Input filter, String prefix) {
            return new TimeSpan(filter.optionalMoment(prefix + "StartTime"), filter.optionalMoment(prefix + "EndTime"));
        }

        void check(Instant now) {
            ScoreSubmissionFilter.check(leaderboardKey != null, participant != null, achieved, received, status, now);
        }

        ScoreSubmissionFilter filter(RequestContext request, @Nullable Leaderboard board, @Nullable Participant named) {
            return new ScoreSubmissionFilter(
                    request.app(),
                    request.may(Role.READER),
                    board == null ? null : board.id(),
                    named == null ? null : named.id(),
                    achieved,
                    received,
                    status);
        }
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerList(loaders, LIST, repository::list);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("submission", SubmissionListGraphQL::submission)
                        .dataFetcher("submissions", this::submissions))
                .type("Viewer", type -> type.dataFetcher("submissions", this::own));
    }

    private static CompletableFuture<ScoreSubmission> submission(DataFetchingEnvironment env) {
        String id = Input.of(env).string("id");
        return Loaders.load(
                env,
                ScoreGraphQL.TYPE,
                RequestContext.of(env).number("id", id, ScoreGraphQL.TYPE).orElse(null));
    }

    private CompletableFuture<Connection<ScoreSubmission>> submissions(DataFetchingEnvironment env) {
        RequestContext request = RequestContext.of(env);
        Conditions conditions = Conditions.of(request, Input.of(env).object("filter"));
        conditions.check(request.now());
        ListPage page = pageSize.page(env, LIST + ":" + request.app() + ":" + conditions);
        SubmissionPosition after = page.<@Nullable SubmissionPosition>after(null, SubmissionListGraphQL::position);
        return board(env, conditions.leaderboardKey)
                .thenCombine(participant(env, conditions.participant), (boards, named) -> {
                    boolean unknown = (conditions.leaderboardKey != null && boards.isEmpty())
                            || (conditions.participant != null && named == null);
                    Leaderboard board = boards.isEmpty() ? null : boards.getFirst();
                    return unknown
                            ? completedFuture(page.<ScoreSubmission>of(List.of()))
                            : page.<ScoreSubmission>load(
                                    LIST,
                                    page.request(conditions.filter(request, board, named), after),
                                    ScoreSubmission::receivedAt,
                                    ScoreSubmission::id);
                })
                .thenCompose(found -> found);
    }

    /** The submissions of the player that makes the request. */
    private CompletableFuture<Connection<ScoreSubmission>> own(DataFetchingEnvironment env) {
        RequestContext request = RequestContext.of(env);
        Player player = requireNonNull(request.identity().player());
        SubmissionStatus status = Input.of(env).optionalConstant(SubmissionStatus.class, "status");
        ListPage page = pageSize.page(
                env, LIST + ":" + request.app() + ":" + player.entityType() + ":" + player.externalId() + ":" + status);
        SubmissionPosition after = page.<@Nullable SubmissionPosition>after(null, SubmissionListGraphQL::position);
        var ref = ParticipantRef.of(new ExternalParticipantId(player.entityType(), player.externalId()));
        return participant(env, ref)
                .thenCompose(self -> self == null
                        ? completedFuture(page.<ScoreSubmission>of(List.of()))
                        : page.<ScoreSubmission>load(
                                LIST,
                                page.request(
                                        new ScoreSubmissionFilter(
                                                request.app(), false, null, self.id(), ALL, ALL, status),
                                        after),
                                ScoreSubmission::receivedAt,
                                ScoreSubmission::id));
    }

    /** The leaderboard with this key, in a list; the list is empty if there is none, or the key is null. */
    static CompletableFuture<List<Leaderboard>> board(DataFetchingEnvironment env, @Nullable String key) {
        return key == null ? completedFuture(List.of()) : LeaderboardGraphQL.existing(env, List.of(key));
    }

    /** The participant; null if there is none, or {@code ref} is null. */
    static CompletableFuture<Participant> participant(DataFetchingEnvironment env, @Nullable ParticipantRef ref) {
        return ref == null ? ParticipantGraphQL.load(env, (Long) null) : ParticipantGraphQL.load(env, ref);
    }

    private static SubmissionPosition position(List<String> key) {
        return new SubmissionPosition(Instant.parse(key.get(0)), Long.parseLong(key.get(1)));
    }
}
