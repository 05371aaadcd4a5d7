package laurel.score.graphql;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Fields.Fetch;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.access.Identity.Player;
import laurel.score.restriction.ParticipantRestriction;
import laurel.score.restriction.ParticipantRestriction.RestrictionFilter;
import laurel.score.restriction.RestrictionKind;
import laurel.score.restriction.RestrictionScope;
import laurel.score.restriction.RestrictionTerms;
import laurel.score.restriction.Restrictions;
import laurel.score.restriction.WithheldEntry;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds what {@code restriction.graphqls} has for participants themselves: opting out of rankings, and their own scores. */
@Singleton
class OptOutGraphQL implements Binding {
    private static final String VIEWER = "Viewer";
    private static final String OPT_OUTS = "optOuts";
    private static final String WITHHELD = "withheldEntries";
    private static final String PARTICIPANT = "participant";

    private final Restrictions restrictions;
    private final Participants participants;
    private final Leaderboards leaderboards;
    private final PageSize pageSize;

    OptOutGraphQL(Restrictions restrictions, Participants participants, Leaderboards leaderboards, PageSize pageSize) {
        this.restrictions = restrictions;
        this.participants = participants;
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerList(loaders, WITHHELD, restrictions::withheld);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("optOutOfRankings", this::optOut).input("optInToRankings", this::optIn))
                .type(VIEWER, type -> type.dataFetcher(OPT_OUTS, this::optOuts).dataFetcher(WITHHELD, this::withheld))
                .type(Fields.<ParticipantRestriction>of("RankingOptOut")
                        .fetched(PARTICIPANT, (one, env) -> ParticipantGraphQL.load(env, one.participantId()))
                        .fetched("leaderboard", (one, env) -> LeaderboardGraphQL.load(env, one.leaderboardId()))
                        .field("allLeaderboards", one -> one.leaderboardId() == null)
                        .field("startedAt", ParticipantRestriction::createdAt))
                .type(Fields.<WithheldEntry>of("WithheldEntry")
                        .fetched("leaderboard", (one, env) -> LeaderboardGraphQL.load(env, one.leaderboardId()))
                        .fetched("window", (one, env) -> WindowGraphQL.load(env, one.windowId()))
                        .field("group", one -> LeaderboardGroup.of(one.leaderboardId(), one.groupValues()))
                        .fetched("score", ofBoard(WithheldEntry::score))
                        .fetched("subscore", ofBoard(WithheldEntry::subscore)));
    }

    private static Fetch<WithheldEntry> ofBoard(BiFunction<WithheldEntry, Leaderboard, Object> value) {
        return (entry, env) -> LeaderboardGraphQL.load(env, entry.leaderboardId())
                .thenApply(board -> value.apply(entry, requireNonNull(board)));
    }

    private ParticipantRestriction optOut(RequestContext request, Input input) {
        return restrictions.restrict(
                request.app(),
                scope(request, input),
                RestrictionTerms.NONE,
                request.identity().name(),
                request.now());
    }

    private ParticipantRestriction optIn(RequestContext request, Input input) {
        RestrictionScope scope = scope(request, input);
        String by = request.identity().name();
        return request.identity().player() == null
                ? restrictions.end(request.app(), scope, by, request.now())
                : restrictions.optIn(request.app(), scope, by, request.now());
    }

    /** Refuses, in this order: LEADERBOARD_NOT_FOUND, NOT_OWN_PARTICIPANT, PARTICIPANT_NOT_FOUND. */
    private RestrictionScope scope(RequestContext request, Input input) {
        ParticipantRef who = ParticipantGraphQL.ref(request, input.object(PARTICIPANT), PARTICIPANT);
        String key = input.optionalString("leaderboardKey");
        Player player = request.identity().player();
        if (player == null) {
            return new RestrictionScope(RestrictionKind.OPT_OUT, who, key);
        }
        if (key != null
                && leaderboards
                        .byKey(request.app(), key)
                        .filter(board -> LeaderboardGraphQL.isReadable(request, board))
                        .isEmpty()) {
            throw Leaderboards.unknown(key, "leaderboardKey");
        }
        Participant own = participants.changeable(request.app(), who, player, request.now());
        return new RestrictionScope(RestrictionKind.OPT_OUT, ParticipantRef.of(own.id()), key);
    }

    private CompletableFuture<Connection<ParticipantRestriction>> optOuts(DataFetchingEnvironment env) {
        ListPage page = pageSize.page(env, list(env, OPT_OUTS));
        long after = page.after(Long.MAX_VALUE);
        return own(env).thenCompose(own -> own == null
                ? completedFuture(page.<ParticipantRestriction>of(List.of()))
                : page.<ParticipantRestriction>load(
                        RestrictionGraphQL.LIST,
                        page.request(new RestrictionFilter(own.id(), null, RestrictionKind.OPT_OUT, true), after),
                        ParticipantRestriction::id));
    }

    private CompletableFuture<Connection<WithheldEntry>> withheld(DataFetchingEnvironment env) {
        ListPage page = pageSize.page(env, list(env, WITHHELD));
        long after = page.after(0L);
        return own(env).thenCompose(own -> own == null
                ? completedFuture(page.<WithheldEntry>of(List.of()))
                : page.<WithheldEntry>load(WITHHELD, page.request(own.id(), after), WithheldEntry::rankingId));
    }

    private static String list(DataFetchingEnvironment env, String name) {
        RequestContext request = RequestContext.of(env);
        return name + ":" + request.app() + ":" + request.identity().player();
    }

    /** The participant of the player that makes the request; null before its first score or activity. */
    private static CompletableFuture<@Nullable Participant> own(DataFetchingEnvironment env) {
        Player player = requireNonNull(RequestContext.of(env).identity().player(), VIEWER);
        return ParticipantGraphQL.load(
                        env, ParticipantRef.of(new ExternalParticipantId(player.entityType(), player.externalId())))
                .thenApply(participant -> participant);
    }
}
