package laurel.badge.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.badge.Badge;
import laurel.badge.BadgeState;
import laurel.badge.Badges;
import laurel.badge.award.Awards;
import laurel.badge.award.Awards.BadgeRarity;
import laurel.badge.award.BadgeAward;
import laurel.badge.award.BadgeAward.AwardFilter;
import laurel.badge.award.BadgeAwardEvidence;
import laurel.event.AppEvent;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.participant.Participant;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.access.Role;
import laurel.window.graphql.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds badges and awards of {@code badge.graphqls}. */
@Singleton
public class BadgeGraphQL implements Binding, NodeSource {
    static final String TYPE = "Badge";
    private static final String LOADER = "badge";
    private static final String BY_KEY = "badgeByKey";
    private static final String LIST = "badges";
    private static final String RARITY = "badgeRarity";
    private static final String HOLDERS = "badgeHolders";
    private static final String OF_PARTICIPANT = "badgesOfParticipant";

    private final Badges badges;
    private final Awards awards;
    private final PageSize pageSize;

    BadgeGraphQL(Badges badges, Awards awards, PageSize pageSize) {
        this.badges = badges;
        this.awards = awards;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, request.inApp(badges::byIds));
        Loaders.register(loaders, BY_KEY, request.inApp(badges::byKeys));
        Loaders.registerList(loaders, LIST, request.inApp(badges::listed));
        Loaders.register(loaders, RARITY, request.inApp(awards::rarities));
        Loaders.register(loaders, AwardGraphQL.TYPE, (Set<Long> ids) -> awards.byIds(request.app(), ids));
        Loaders.registerList(loaders, HOLDERS, awards::ofBadges);
        Loaders.registerList(loaders, OF_PARTICIPANT, awards::ofParticipants);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("badge", this::badge).dataFetcher("badges", this::list))
                .type(Fields.<Badge>of(TYPE)
                        .id(Badge::id)
                        .field("state", badge -> badge.enabled() ? BadgeState.ENABLED : BadgeState.DISABLED)
                        .fetched("rarity", BadgeGraphQL::rarity)
                        .fetched("awards", (badge, env) -> awards(env, HOLDERS, badge.id(), includeRevoked(env))))
                .type(Fields.<BadgeRarity>of("BadgeRarity").field("fraction", BadgeRarity::fraction))
                .type(Fields.<BadgeAward>of("BadgeAward")
                        .id(BadgeAward::id)
                        .fetched("badge", (award, env) -> load(env, award.badgeId()))
                        .fetched("participant", (award, env) -> ParticipantGraphQL.load(env, award.participantId()))
                        .fetched("window", (award, env) -> WindowGraphQL.load(env, award.windowId()))
                        .fetched("evidence", BadgeGraphQL::evidence))
                .type(Fields.<Participant>of("Participant").fetched("badgeAwards", this::ofParticipant))
                .type(awardEvent("BadgeAwardedEvent"))
                .type(awardEvent("BadgeRevokedEvent"));
    }

    private static Fields<AppEvent> awardEvent(String type) {
        return Fields.<AppEvent>of(type)
                .fetched("award", (event, env) -> Loaders.load(env, AwardGraphQL.TYPE, event.awardId()));
    }

    /** Callers that may not read private leaderboards get no scores and ranks of windows that they cannot read. */
    private static CompletableFuture<@Nullable BadgeAwardEvidence> evidence(
            BadgeAward award, DataFetchingEnvironment environment) {
        BadgeAwardEvidence evidence = award.evidence();
        if (evidence == null
                || evidence.leaderboardKey() == null
                || RequestContext.of(environment).may(Role.READER)) {
            return completedFuture(evidence);
        }
        return WindowGraphQL.load(environment, award.windowId()).thenApply(window -> window == null ? null : evidence);
    }

    /** The badge of this id. */
    static CompletableFuture<Badge> load(DataFetchingEnvironment environment, int id) {
        return Loaders.load(environment, LOADER, id);
    }

    /** The badge of this key. */
    static CompletableFuture<Badge> load(DataFetchingEnvironment environment, String key) {
        return Loaders.load(environment, BY_KEY, key);
    }

    private CompletableFuture<Badge> badge(DataFetchingEnvironment environment) {
        return load(environment, Input.of(environment).string("key"));
    }

    private static CompletableFuture<BadgeRarity> rarity(Badge badge, DataFetchingEnvironment environment) {
        return Loaders.load(environment, RARITY, badge.id());
    }

    private CompletableFuture<Connection<Badge>> list(DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(
                environment, LIST + ":" + RequestContext.of(environment).app());
        Input filter = Input.of(environment).optionalObject("filter");
        BadgeState state = filter == null ? null : filter.optionalConstant(BadgeState.class, "state");
        return page.load(LIST, page.request(state, page.afterText()), Badge::key);
    }

    /** The awards of a participant; reads {@code first}, {@code after} and {@code includeRevoked}. */
    public CompletableFuture<Connection<BadgeAward>> ofParticipant(
            Participant participant, DataFetchingEnvironment environment) {
        return awards(environment, OF_PARTICIPANT, participant.id(), includeRevoked(environment));
    }

    /** Whether revoked awards are included. */
    private static boolean includeRevoked(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        return input.hasValue("includeRevoked") && input.truth("includeRevoked");
    }

    private CompletableFuture<Connection<BadgeAward>> awards(
            DataFetchingEnvironment environment, String loader, long owner, boolean revoked) {
        ListPage page = pageSize.page(environment, loader + ":" + owner);
        return page.load(
                loader, page.request(new AwardFilter(owner, revoked), page.after(Long.MAX_VALUE)), BadgeAward::id);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<Badge> node(DataFetchingEnvironment environment, NodeId id) {
        return load(environment, Math.toIntExact(id.number()));
    }
}
