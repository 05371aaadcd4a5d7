package laurel.badge;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import laurel.badge.Badges.Rarity;
import laurel.event.Event;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.participant.Participant;
import laurel.participant.ParticipantGraphQL;
import laurel.refusal.Refusal;
import laurel.window.WindowGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds what {@code badge.graphqls} says of badges and awards. */
@Singleton
public class BadgeGraphQL implements Binding, NodeSource {
    static final String TYPE = "Badge";
    private static final String LOADER = "badge";
    private static final String BY_KEY = "badgeByKey";
    private static final String LIST = "badges";
    private static final String RARITY = "badgeRarity";
    private static final String HOLDERS = "badgeHolders";
    private static final String OF_PARTICIPANT = "badgesOfParticipant";
    private static final String AWARD = "badgeAward";

    private final Badges badges;
    private final PageSize pageSize;

    BadgeGraphQL(Badges badges, PageSize pageSize) {
        this.badges = badges;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        int app = request.app();
        Loaders.register(loaders, LOADER, (Set<Integer> ids) -> badges.byIds(app, ids));
        Loaders.register(loaders, BY_KEY, (Set<String> keys) -> badges.byKeys(app, keys));
        Loaders.register(
                loaders,
                LIST,
                BadgeRepository.Page::size,
                (Set<BadgeRepository.Page> pages) -> badges.listed(app, pages));
        Loaders.register(loaders, RARITY, (Set<Integer> ids) -> badges.rarities(app, ids));
        Loaders.register(loaders, AWARD, (Set<Long> ids) -> badges.awards(app, ids));
        Loaders.register(
                loaders,
                HOLDERS,
                AwardRepository.Page::size,
                (Set<AwardRepository.Page> pages) -> badges.awards(pages, true));
        Loaders.register(
                loaders,
                OF_PARTICIPANT,
                AwardRepository.Page::size,
                (Set<AwardRepository.Page> pages) -> badges.awards(pages, false));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("badge", this::badge).dataFetcher("badges", this::list))
                .type(Fields.<Badge>of(TYPE)
                        .field("id", badge -> NodeId.of(TYPE, badge.id()))
                        .fetched("rarity", BadgeGraphQL::rarity)
                        .fetched("holders", (badge, env) -> awards(env, HOLDERS, badge.id(), false))
                        .wiring())
                .type(Fields.<BadgeRule>of("BadgeRule")
                        .field("group", rule -> rule.ranked().list())
                        .field("atLeast", BadgeGraphQL::atLeast)
                        .wiring())
                .type(Fields.<Rarity>of("Rarity").field("share", Rarity::share).wiring())
                .type(Fields.<BadgeAward>of("BadgeAward")
                        .field("id", award -> NodeId.of(AwardGraphQL.TYPE, award.id()))
                        .fetched("badge", (award, env) -> load(env, award.badgeId()))
                        .fetched("participant", (award, env) -> ParticipantGraphQL.load(env, award.participantId()))
                        .fetched("window", (award, env) -> window(env, award.windowId()))
                        .wiring())
                .type(Fields.<Participant>of("Participant")
                        .fetched("badges", this::ofParticipant)
                        .wiring())
                .type(Fields.<Event>of("Event")
                        .fetched("award", BadgeGraphQL::award)
                        .wiring());
    }

    /** The badge of this id. */
    static CompletableFuture<Badge> load(DataFetchingEnvironment environment, int id) {
        return Loaders.load(environment, LOADER, id);
    }

    /** The badge of this key. */
    static CompletableFuture<Badge> load(DataFetchingEnvironment environment, String key) {
        return Loaders.load(environment, BY_KEY, key);
    }

    /** The award of this id. */
    static CompletableFuture<BadgeAward> loadAward(DataFetchingEnvironment environment, long id) {
        return Loaders.load(environment, AWARD, id);
    }

    /** The window of this id; null where there is none. */
    static @Nullable CompletableFuture<?> window(DataFetchingEnvironment environment, @Nullable Long id) {
        return id == null ? null : WindowGraphQL.load(environment, id);
    }

    /** A union of these types. */
    static UnaryOperator<TypeRuntimeWiring.Builder> result(String type) {
        return wiring -> wiring.typeResolver(environment -> environment.getObject() instanceof Refusal
                ? Types.ofJavaClass(environment)
                : environment.getSchema().getObjectType(type));
    }

    private static @Nullable String atLeast(BadgeRule rule) {
        return rule.atLeast() == null ? null : rule.atLeast().toPlainString();
    }

    private static @Nullable CompletableFuture<BadgeAward> award(Event event, DataFetchingEnvironment environment) {
        Long award = event.awardId();
        return award == null ? null : loadAward(environment, award);
    }

    private CompletableFuture<Badge> badge(DataFetchingEnvironment environment) {
        return load(environment, Input.of(environment).string("key"));
    }

    private static CompletableFuture<Rarity> rarity(Badge badge, DataFetchingEnvironment environment) {
        return Loaders.load(environment, RARITY, badge.id());
    }

    private CompletableFuture<Connection<Badge>> list(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list =
                LIST + ":" + RequestContext.of(environment.getGraphQlContext()).app();
        int from = after == null ? 0 : Cursor.parse(after, list, key -> Integer.parseInt(key.getFirst()));
        return Loaders.<BadgeRepository.Page, List<Badge>>load(
                        environment, LIST, new BadgeRepository.Page(from, first + 1))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, badge -> new Cursor(list, List.of(Integer.toString(badge.id()))).text()));
    }

    /** The badges of a participant, of {@code first}, {@code after} and {@code revoked}. */
    public CompletableFuture<Connection<BadgeAward>> ofParticipant(
            Participant participant, DataFetchingEnvironment environment) {
        boolean revoked = Input.of(environment).truth("revoked");
        return awards(environment, OF_PARTICIPANT, participant.id(), revoked);
    }

    private CompletableFuture<Connection<BadgeAward>> awards(
            DataFetchingEnvironment environment, String loader, long owner, boolean revoked) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = loader + ":" + owner;
        long before = after == null ? Long.MAX_VALUE : Cursor.parse(after, list, key -> Long.parseLong(key.getFirst()));
        return Loaders.<AwardRepository.Page, List<BadgeAward>>load(
                        environment, loader, new AwardRepository.Page(owner, before, first + 1, revoked))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, award -> new Cursor(list, List.of(Long.toString(award.id()))).text()));
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<Badge> node(DataFetchingEnvironment environment, long number) {
        return load(environment, Math.toIntExact(Math.clamp(number, 0, Integer.MAX_VALUE)));
    }
}
