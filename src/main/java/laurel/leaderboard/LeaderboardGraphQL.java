package laurel.leaderboard;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Gathered;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.leaderboard.LeaderboardRepository.Page;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code leaderboard.graphqls}. */
@Singleton
public class LeaderboardGraphQL implements Binding, NodeSource {
    private static final String LOADER = "leaderboard";
    private static final String BY_KEY = "leaderboardByKey";
    private static final String LIST = "leaderboards";

    private final Leaderboards leaderboards;
    private final PageSize pageSize;
    private final Gathered<Integer, Integer, Leaderboard> byIds;
    private final Gathered<Integer, String, Leaderboard> byKeys;

    LeaderboardGraphQL(Leaderboards leaderboards, PageSize pageSize) {
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
        this.byIds = new Gathered<>(leaderboards::byIds);
        this.byKeys = new Gathered<>(leaderboards::byKeys);
    }

    /** The leaderboard of this id. */
    public static CompletableFuture<Leaderboard> load(DataFetchingEnvironment environment, int id) {
        return Loaders.load(environment, LOADER, id);
    }

    /** What a list of {@code GroupValueInput} says. */
    public static List<GroupValue> groupValues(Input input, String name) {
        return input.objects(name).stream()
                .map(value -> new GroupValue(value.string("attribute"), value.string("value")))
                .toList();
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, LOADER, (Set<Integer> ids) -> byIds.load(request.app(), ids));
        Loaders.registerLong(loaders, BY_KEY, (Set<String> keys) -> byKeys.load(request.app(), keys));
        Loaders.register(loaders, LIST, Page::size, (Set<Page> lists) -> leaderboards.listed(request.app(), lists));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("leaderboard", this::leaderboard)
                        .dataFetcher("leaderboards", this::list))
                .type("Mutation", type -> type.dataFetcher("createLeaderboard", this::create)
                        .dataFetcher("updateLeaderboard", this::update)
                        .dataFetcher("archiveLeaderboard", this::archive)
                        .dataFetcher("unarchiveLeaderboard", this::unarchive)
                        .dataFetcher("deleteLeaderboard", this::delete))
                .type("CreateLeaderboardResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("UpdateLeaderboardResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("ArchiveLeaderboardResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("UnarchiveLeaderboardResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("DeleteLeaderboardResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<Leaderboards.DeletedLeaderboard>of("DeletedLeaderboard")
                        .field("id", deleted -> NodeId.of(type(), deleted.id()))
                        .wiring())
                .type(Fields.<GroupOverride>of("GroupOverride")
                        .field("group", override -> override.group().list())
                        .wiring())
                .type(leaderboard());
    }

    private TypeRuntimeWiring.Builder leaderboard() {
        return Fields.<Leaderboard>of("Leaderboard")
                .field("id", board -> NodeId.of(type(), board.id()))
                .field("name", board -> board.definition().name())
                .field("description", board -> board.definition().description())
                .field("metadata", board -> board.definition().metadata())
                .field("minScore", board -> score(board, board.definition().minScore()))
                .field("maxScore", board -> score(board, board.definition().maxScore()))
                .field("visibility", board -> board.definition().visibility())
                .field("groupings", board -> board.groupings().stream()
                        .map(Grouping::attributes)
                        .toList())
                .field("windowDefinitions", Leaderboard::windows)
                .field("grace", board -> board.definition().grace())
                .field("groupOverrides", board -> board.definition().groupOverrides())
                .field("archiveAfter", board -> board.definition().archiveAfter())
                .wiring();
    }

    private CompletableFuture<Leaderboard> leaderboard(DataFetchingEnvironment environment) {
        return Loaders.load(environment, BY_KEY, Input.of(environment).string("key"));
    }

    private CompletableFuture<Connection<Leaderboard>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = LIST + ":" + request.app();
        String from = after == null ? "" : Cursor.parse(after, list, List::getFirst);
        var wanted = new Page(filter(input.object("filter")), from, first + 1);
        return Loaders.<Page, List<Leaderboard>>load(environment, LIST, wanted)
                .thenApply(found -> Connection.firstOf(
                        found, first, after, board -> new Cursor(list, List.of(board.key())).text()));
    }

    private static LeaderboardFilter filter(Input input) {
        return new LeaderboardFilter(
                input.optionalString("keyPrefix"),
                input.optionalString("nameContains"),
                input.optionalString("entityType"),
                input.constant(LeaderboardFilter.Archived.class, "archived"));
    }

    private Object create(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        var input = new LeaderboardInput(Input.of(environment).object("input"));
        return Refusals.orRefusal(environment, "input", () -> leaderboards.create(request.app(), input, request.now()));
    }

    private Object update(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> leaderboards.update(
                        request.app(), new LeaderboardInput(input), input.integer("version"), request.now()));
    }

    private Object archive(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        String key = Input.of(environment).string("key");
        return Refusals.orRefusal(environment, "key", () -> leaderboards.archive(request.app(), key, request.now()));
    }

    private Object unarchive(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        String key = Input.of(environment).string("key");
        return Refusals.orRefusal(environment, "key", () -> leaderboards.unarchive(request.app(), key, request.now()));
    }

    private Object delete(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> leaderboards.delete(request.app(), input.string("key"), input.integer("version"), request.now()));
    }

    private static @Nullable String score(Leaderboard board, @Nullable Long score) {
        return score == null ? null : board.scores().format(score);
    }

    @Override
    public String type() {
        return "Leaderboard";
    }

    @Override
    public @Nullable CompletableFuture<Leaderboard> node(DataFetchingEnvironment environment, long number) {
        int id = (int) number;
        return id == number ? load(environment, id) : null;
    }
}
