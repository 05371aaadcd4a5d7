package laurel.season;

import graphql.TypeResolutionEnvironment;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLObjectType;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import laurel.season.Seasons.NewSeason;
import laurel.season.Seasons.SeasonChange;
import laurel.season.Seasons.SeasonOf;
import laurel.window.Bounds;
import laurel.window.Window;
import laurel.window.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds {@code season.graphqls}. */
@Singleton
public class SeasonGraphQL implements Binding {
    private final Seasons seasons;
    private final PageSize pageSize;

    SeasonGraphQL(Seasons seasons, PageSize pageSize) {
        this.seasons = seasons;
        this.pageSize = pageSize;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Mutation", type -> type.dataFetcher("startSeason", this::start)
                        .dataFetcher("updateSeason", this::update)
                        .dataFetcher("endSeason", this::end)
                        .dataFetcher("cancelSeason", this::cancel))
                .type("StartSeasonResult", type -> type.typeResolver(SeasonGraphQL::seasonOrRefusal))
                .type("UpdateSeasonResult", type -> type.typeResolver(SeasonGraphQL::seasonOrRefusal))
                .type("EndSeasonResult", type -> type.typeResolver(SeasonGraphQL::seasonOrRefusal))
                .type("CancelSeasonResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<Leaderboard>of("Leaderboard")
                        .fetched("season", SeasonGraphQL::byNumber)
                        .fetched("currentSeason", SeasonGraphQL::current)
                        .fetched("seasons", this::list)
                        .wiring())
                .type(Fields.<SeasonOf>of("Season")
                        .field("leaderboard", SeasonOf::board)
                        .field("number", of -> of.season().number())
                        .field("name", of -> of.season().name())
                        .field("startsAt", of -> of.season().startsAt())
                        .field("endsAt", SeasonOf::endsAt)
                        .field("startedAt", of -> of.season().startedAt())
                        .field("archivePrevious", of -> of.season().archivePrevious())
                        .field("carry", of -> of.season().carry())
                        .fetched("state", SeasonGraphQL::state)
                        .fetched("window", SeasonGraphQL::window)
                        .wiring());
    }

    private static GraphQLObjectType seasonOrRefusal(TypeResolutionEnvironment environment) {
        return environment.getObject() instanceof SeasonOf
                ? environment.getSchema().getObjectType("Season")
                : Types.ofJavaClass(environment);
    }

    private Object start(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        Double carry = input.optionalDouble("carry");
        var wanted = new NewSeason(
                input.string("leaderboard"),
                input.integer("version"),
                input.optionalString("name"),
                input.optionalMoment("startsAt"),
                input.optionalMoment("endsAt"),
                input.truth("archivePrevious"),
                carry == null ? null : BigDecimal.valueOf(carry));
        return Refusals.orRefusal(environment, "input", () -> seasons.start(request.app(), wanted, request.now()));
    }

    private Object update(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        var wanted = new SeasonChange(
                input.string("leaderboard"),
                input.integer("version"),
                input.integer("number"),
                input.optionalString("name"),
                input.optionalMoment("startsAt"),
                input.optionalMoment("endsAt"),
                input.has("endsAt") && !input.says("endsAt"));
        return Refusals.orRefusal(environment, "input", () -> seasons.update(request.app(), wanted, request.now()));
    }

    private Object end(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> seasons.end(
                        request.app(),
                        input.string("leaderboard"),
                        input.integer("version"),
                        input.optionalMoment("endsAt"),
                        request.now()));
    }

    private Object cancel(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> seasons.cancel(
                        request.app(),
                        input.string("leaderboard"),
                        input.integer("version"),
                        input.integer("number"),
                        request.now()));
    }

    private static @Nullable SeasonOf byNumber(Leaderboard board, DataFetchingEnvironment environment) {
        int number = Input.of(environment).integer("number");
        return number < 1 || number > board.seasons().size() ? null : SeasonOf.number(board, number);
    }

    private static @Nullable SeasonOf current(Leaderboard board, DataFetchingEnvironment environment) {
        var plan = new SeasonPlan(board.seasons(), present(board, environment));
        Season running = plan.running();
        return running == null || plan.ended(running) ? null : new SeasonOf(board, running);
    }

    private Connection<SeasonOf> list(Leaderboard board, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = "seasons:" + board.id();
        int all = board.seasons().size();
        int newest = after == null ? all : Cursor.parse(after, list, key -> Integer.parseInt(key.getFirst())) - 1;
        List<SeasonOf> oneMore = IntStream.iterate(Math.min(newest, all), number -> number > 0, number -> number - 1)
                .limit(first + 1L)
                .mapToObj(number -> SeasonOf.number(board, number))
                .toList();
        return Connection.firstOf(oneMore, first, after, of -> new Cursor(
                        list, List.of(Integer.toString(of.season().number())))
                .text());
    }

    private static CompletableFuture<SeasonState> state(SeasonOf of, DataFetchingEnvironment environment) {
        return of.season().started()
                ? window(of, environment)
                        .thenApply(window -> window == null
                                ? SeasonState.EXPIRED
                                : SeasonState.of(window.state(present(of.board(), environment))))
                : CompletableFuture.completedFuture(SeasonState.PLANNED);
    }

    private static CompletableFuture<Window> window(SeasonOf of, DataFetchingEnvironment environment) {
        return of.season().started()
                ? WindowGraphQL.named(
                        environment,
                        of.board(),
                        Bounds.of(of.season(), of.board().seasons()).name())
                : CompletableFuture.completedFuture(null);
    }

    private static Instant present(Leaderboard board, DataFetchingEnvironment environment) {
        return board.time(RequestContext.of(environment.getGraphQlContext()).now());
    }
}
