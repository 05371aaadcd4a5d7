package laurel.score.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.Mutations.InputMutation;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.Participant;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.score.restriction.ParticipantRestriction;
import laurel.score.restriction.ParticipantRestriction.RestrictionFilter;
import laurel.score.restriction.RestrictionKind;
import laurel.score.restriction.RestrictionScope;
import laurel.score.restriction.RestrictionTerms;
import laurel.score.restriction.Restrictions;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code restriction.graphqls}, except what participants choose themselves. */
@Singleton
class RestrictionGraphQL implements Binding {
    static final String LIST = "participantRestrictions";

    private static final String TYPE = "ParticipantRestriction";
    private static final String PARTICIPANT = "participant";

    private final Restrictions restrictions;
    private final PageSize pageSize;

    RestrictionGraphQL(Restrictions restrictions, PageSize pageSize) {
        this.restrictions = restrictions;
        this.pageSize = pageSize;
    }

    /** The conditions of a filter, as given. */
    private record Conditions(
            @Nullable ParticipantRef participant,
            @Nullable String leaderboardKey,
            @Nullable RestrictionKind kind,
            @Nullable Boolean inForce) {
        static Conditions of(RequestContext request, @Nullable Input filter) {
            Input given = filter == null ? Input.NONE : filter;
            Input participant = given.optionalObject(PARTICIPANT);
            return new Conditions(
                    participant == null ? null : ParticipantGraphQL.ref(request, participant, "filter.participant"),
                    given.optionalString("leaderboardKey"),
                    given.optionalConstant(RestrictionKind.class, "kind"),
                    given.hasValue("inForce") ? Boolean.valueOf(given.truth("inForce")) : null);
        }

        RestrictionFilter filter(@Nullable Leaderboard board, @Nullable Participant named) {
            return new RestrictionFilter(
                    named == null ? null : named.id(), board == null ? null : board.id(), kind, inForce);
        }
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, request.inApp(restrictions::byIds));
        Loaders.registerList(loaders, LIST, request.inApp(restrictions::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .input("banParticipant", restrict(RestrictionKind.BAN))
                        .input("hideParticipant", restrict(RestrictionKind.HIDE))
                        .input("unbanParticipant", end(RestrictionKind.BAN))
                        .input("unhideParticipant", end(RestrictionKind.HIDE)))
                .type("Query", type -> type.dataFetcher("participantRestriction", RestrictionGraphQL::one)
                        .dataFetcher(LIST, this::list))
                .type(Fields.<ParticipantRestriction>of(TYPE)
                        .id(ParticipantRestriction::id)
                        .fetched(
                                PARTICIPANT,
                                (restriction, env) -> ParticipantGraphQL.load(env, restriction.participantId()))
                        .fetched(
                                "leaderboard",
                                (restriction, env) -> LeaderboardGraphQL.load(env, restriction.leaderboardId())));
    }

    private static CompletableFuture<ParticipantRestriction> one(DataFetchingEnvironment env) {
        String id = Input.of(env).string("id");
        return Loaders.load(
                env, TYPE, RequestContext.of(env).number("id", id, TYPE).orElse(null));
    }

    private InputMutation<Input> restrict(RestrictionKind kind) {
        return (request, input) -> restrictions.restrict(
                request.app(),
                scope(kind, request, input),
                new RestrictionTerms(input.optionalString("reason"), input.optionalMoment("expiresAt")),
                request.identity().name(),
                request.now());
    }

    private InputMutation<Input> end(RestrictionKind kind) {
        return (request, input) -> restrictions.end(
                request.app(), scope(kind, request, input), request.identity().name(), request.now());
    }

    private static RestrictionScope scope(RestrictionKind kind, RequestContext request, Input input) {
        return new RestrictionScope(
                kind,
                ParticipantGraphQL.ref(request, input.object(PARTICIPANT), PARTICIPANT),
                input.optionalString("leaderboardKey"));
    }

    private CompletableFuture<Connection<ParticipantRestriction>> list(DataFetchingEnvironment env) {
        RequestContext request = RequestContext.of(env);
        Conditions conditions = Conditions.of(request, Input.of(env).optionalObject("filter"));
        ListPage page = pageSize.page(env, LIST + ":" + request.app() + ":" + conditions);
        long after = page.after(Long.MAX_VALUE);
        return SubmissionListGraphQL.board(env, conditions.leaderboardKey)
                .thenCombine(SubmissionListGraphQL.participant(env, conditions.participant), (boards, named) -> {
                    boolean unknown = (conditions.leaderboardKey != null && boards.isEmpty())
                            || (conditions.participant != null && named == null);
                    Leaderboard board = boards.isEmpty() ? null : boards.getFirst();
                    return unknown
                            ? completedFuture(page.<ParticipantRestriction>of(List.of()))
                            : page.<ParticipantRestriction>load(
                                    LIST,
                                    page.request(conditions.filter(board, named), after),
                                    ParticipantRestriction::id);
                })
                .thenCompose(found -> found);
    }
}
