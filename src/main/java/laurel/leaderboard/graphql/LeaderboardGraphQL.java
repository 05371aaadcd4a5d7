package laurel.leaderboard.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.LeaderboardAccess;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.group.AppGroup;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardFilter;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.leaderboard.LeaderboardFilter.VisibilityFilter;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.LeaderboardPatch;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.request.Connection;
import laurel.request.access.Role;
import laurel.request.cache.RowCache;
import laurel.request.cache.RowVersions;
import laurel.request.cache.StoredRow.RowTable;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code leaderboard.graphqls}. */
@Singleton
public class LeaderboardGraphQL implements Binding, NodeSource, LeaderboardAccess {
    private static final String LOADER = "leaderboard";
    private static final String BY_KEY = "leaderboardByKey";
    private static final String LIST = "leaderboards";

    private final Leaderboards leaderboards;
    private final PageSize pageSize;
    private final RowCache<Integer, Leaderboard> byIds;
    private final RowCache<String, Leaderboard> byKeys;

    LeaderboardGraphQL(Leaderboards leaderboards, PageSize pageSize, RowVersions versions) {
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
        this.byIds =
                versions.cache(RowTable.LEADERBOARD, Leaderboard::id, Function.identity(), leaderboards::versionsByIds);
        this.byKeys = versions.cache(
                RowTable.LEADERBOARD, Leaderboard::id, Function.identity(), leaderboards::versionsByKeys);
    }

    /** What the schema calls GroupOverride. */
    @Introspected
    record OverrideOf(
            LeaderboardGroup group,
            @Nullable ZoneId timeZone,
            @Nullable SortOrder sortOrder,
            @Nullable UpdateMode updateMode) {}

    /** The leaderboard of this id. */
    public static CompletableFuture<Leaderboard> load(DataFetchingEnvironment environment, @Nullable Integer id) {
        return Loaders.load(environment, LOADER, id);
    }

    /** The leaderboards of these keys that exist, ordered by key. */
    public static CompletableFuture<List<Leaderboard>> existing(
            DataFetchingEnvironment environment, List<String> keys) {
        List<CompletableFuture<Leaderboard>> found = keys.stream()
                .sorted()
                .map(key -> Loaders.<String, Leaderboard>load(environment, BY_KEY, key))
                .toList();
        return CompletableFuture.allOf(found.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> found.stream()
                        .map(CompletableFuture::join)
                        .filter(Objects::nonNull)
                        .toList());
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, LOADER, readable(request, byIds));
        Loaders.registerLong(loaders, BY_KEY, readable(request, byKeys));
        Loaders.registerList(loaders, LIST, request.inApp(leaderboards::listed));
    }

    /** Private leaderboards do not exist for callers that are not servers of the app. */
    private static <K> Function<Set<K>, Map<K, Leaderboard>> readable(
            RequestContext request, RowCache<K, Leaderboard> rows) {
        Function<Set<K>, Map<K, Leaderboard>> all = request.cached(rows);
        return request.may(Role.READER)
                ? all
                : keys -> {
                    Map<K, Leaderboard> found = new HashMap<>(all.apply(keys));
                    found.values().removeIf(board -> !isReadable(request, board));
                    return found;
                };
    }

    /** Whether the caller may read the leaderboard: players and anonymous callers only read public ones. */
    public static boolean isReadable(RequestContext request, Leaderboard board) {
        return request.may(Role.READER) || board.definition().visibility() == Visibility.PUBLIC;
    }

    @Override
    public CompletableFuture<Boolean> mayRead(DataFetchingEnvironment environment, int leaderboard) {
        return load(environment, leaderboard).thenApply(Objects::nonNull);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("leaderboard", this::leaderboard)
                        .dataFetcher("leaderboards", this::list))
                .type(mutations())
                .type(Fields.<Payload<Leaderboard>>of("DeleteLeaderboardPayload")
                        .fetched("deletedLeaderboardId", (payload, env) -> deletedId(payload.result(), env)))
                .type(Fields.<LeaderboardGroup>of("Group")
                        .field("values", of -> of.group().values())
                        .field("name", of -> of.group().name())
                        .fetched("timeZone", (of, env) -> load(env, of.leaderboardId())
                                .thenApply(board -> board.timeZone(of.group()))))
                .type(Fields.<AppGroup>of("AppGroup").fetched("sortOrder", LeaderboardGraphQL::sortOrder))
                .type(Fields.<OverrideOf>of("GroupOverride").field("timeZone", OverrideOf::timeZone))
                .type(leaderboard());
    }

    private static CompletableFuture<@Nullable SortOrder> sortOrder(
            AppGroup group, DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("leaderboardKey");
        return Loaders.<String, Leaderboard>load(environment, BY_KEY, key)
                .thenApply(board -> board == null
                        ? null
                        : board.grouping(List.of(group.attribute()))
                                .map(grouping ->
                                        board.sortOrder(grouping.group(Map.of(group.attribute(), group.value()))))
                                .orElse(null));
    }

    private TypeRuntimeWiring.Builder leaderboard() {
        return Fields.<Leaderboard>of("Leaderboard")
                .idOnBoard(Leaderboard::id, Leaderboard::id)
                .field("name", board -> board.definition().name())
                .field("description", board -> board.definition().description())
                .field("metadata", board -> board.definition().metadata())
                .field("minScore", board -> score(board, board.definition().minScore()))
                .field("maxScore", board -> score(board, board.definition().maxScore()))
                .field("visibility", board -> board.definition().visibility())
                .field("playerSubmissions", board -> board.definition().playerSubmissions())
                .field("maxStep", board -> score(board, board.definition().maxStep()))
                .field("maxSubmissionRate", board -> board.definition().maxSubmissionRate())
                .field("groupings", board -> board.groupings().stream()
                        .map(Grouping::attributes)
                        .toList())
                .field("timeZone", board -> board.definition().timeZone())
                .field("timeZoneAttribute", board -> board.definition().timeZoneAttribute())
                .field("gracePeriod", board -> board.definition().gracePeriod())
                .field("groupOverrides", board -> board.definition().groupOverrides().stream()
                        .map(override -> new OverrideOf(
                                new LeaderboardGroup(board.id(), override.group()),
                                override.timeZone(),
                                override.sortOrder(),
                                override.updateMode()))
                        .toList())
                .field("archiveAfter", board -> board.definition().archiveAfter())
                .field("eventRules", board -> board.definition().eventRules());
    }

    private CompletableFuture<@Nullable Leaderboard> leaderboard(DataFetchingEnvironment environment) {
        return Loaders.<String, Leaderboard>load(
                        environment, BY_KEY, Input.of(environment).string("key"))
                .thenApply(board -> known(environment, board));
    }

    /** Fetchers of nested fields load the leaderboard by its ID; this avoids a second read. */
    private static @Nullable Leaderboard known(DataFetchingEnvironment environment, @Nullable Leaderboard board) {
        if (board != null) {
            Loaders.prime(environment, LOADER, board.id(), board);
        }
        return board;
    }

    private CompletableFuture<Connection<Leaderboard>> list(DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(
                environment, LIST + ":" + RequestContext.of(environment).app());
        LeaderboardFilter filter = filter(
                Objects.requireNonNullElse(Input.of(environment).optionalObject("filter"), Input.NONE),
                RequestContext.of(environment));
        return page.load(LIST, page.request(filter, page.afterText()), Leaderboard::key);
    }

    private static LeaderboardFilter filter(Input input, RequestContext request) {
        return new LeaderboardFilter(
                input.optionalString("keyPrefix"),
                input.optionalString("nameContains"),
                input.optionalString("entityType"),
                archived(input),
                visibility(input, VisibilityFilter.ALL),
                request.may(Role.READER));
    }

    /** The value of {@code archived} in a filter. */
    public static ArchivedFilter archived(Input filter) {
        ArchivedFilter archived = filter.optionalConstant(ArchivedFilter.class, "archived");
        return archived == null ? ArchivedFilter.EXCLUDE : archived;
    }

    /** The value of {@code visibility} in a filter. */
    public static VisibilityFilter visibility(Input filter, VisibilityFilter otherwise) {
        VisibilityFilter visibility = filter.optionalConstant(VisibilityFilter.class, "visibility");
        return visibility == null ? otherwise : visibility;
    }

    private @Nullable String deletedId(@Nullable Leaderboard deleted, DataFetchingEnvironment environment) {
        return deleted == null ? null : RequestContext.of(environment).id(type(), deleted.id(), deleted.id());
    }

    private Mutations mutations() {
        return new Mutations()
                .input(
                        "createLeaderboard",
                        (request, input) ->
                                leaderboards.create(request.app(), input.string("key"), patch(input), request.now()))
                .input(
                        "updateLeaderboard",
                        (request, input) -> leaderboards.update(
                                request.app(),
                                input.string("leaderboardKey"),
                                patch(input),
                                version(input),
                                request.now()))
                .input("archiveLeaderboard", (request, input) -> archive(request, input, true))
                .input("unarchiveLeaderboard", (request, input) -> archive(request, input, false))
                .input(
                        "deleteLeaderboard",
                        (request, input) -> leaderboards.delete(
                                request.app(), input.string("leaderboardKey"), version(input), request.now()));
    }

    private Leaderboard archive(RequestContext request, Input input, boolean archived) {
        return leaderboards.archive(
                request.app(), input.string("leaderboardKey"), version(input), archived, request.now());
    }

    private static LeaderboardPatch patch(Input input) {
        return input.as(LeaderboardPatch.class).clearing(input.nulls());
    }

    private static @Nullable Integer version(Input input) {
        return input.optionalInteger("expectedVersion");
    }

    private static @Nullable String score(Leaderboard board, @Nullable Long score) {
        return score == null ? null : board.scoreFormat().format(score);
    }

    @Override
    public String type() {
        return "Leaderboard";
    }

    @Override
    public CompletableFuture<Leaderboard> node(DataFetchingEnvironment environment, NodeId id) {
        return load(environment, id.board());
    }
}
