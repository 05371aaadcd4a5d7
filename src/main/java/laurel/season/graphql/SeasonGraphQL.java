package laurel.season.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import laurel.event.AppEvent;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Mutations;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.request.Connection;
import laurel.season.NewSeason;
import laurel.season.SeasonSchedule;
import laurel.season.SeasonState;
import laurel.season.Seasons;
import laurel.season.Seasons.CancelledSeason;
import laurel.season.Seasons.SeasonChange;
import laurel.season.Seasons.SeasonOf;
import laurel.season.Seasons.SeasonRef;
import laurel.window.Window;
import laurel.window.WindowBounds;
import laurel.window.graphql.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds {@code season.graphqls}. */
@Singleton
public class SeasonGraphQL implements Binding, NodeSource {
    private static final String TYPE = "Season";

    private static final String VERSION = "expectedVersion";

    private final Seasons seasons;
    private final PageSize pageSize;

    SeasonGraphQL(Seasons seasons, PageSize pageSize) {
        this.seasons = seasons;
        this.pageSize = pageSize;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(mutations())
                .type(Fields.<Leaderboard>of("Leaderboard")
                        .fetched("season", SeasonGraphQL::byNumber)
                        .fetched("currentSeason", SeasonGraphQL::current)
                        .fetched("seasons", this::list))
                .type(Fields.<Payload<CancelledSeason>>of("CancelSeasonPayload")
                        .fetched("deletedSeasonId", (payload, env) -> deletedId(payload.result(), env))
                        .field("leaderboard", SeasonGraphQL::leaderboard))
                .type(Fields.<SeasonOf>of(TYPE)
                        .idOnBoard(of -> of.board().id(), of -> of.season().serial())
                        .field("leaderboard", SeasonOf::board)
                        .field("number", of -> of.season().number())
                        .field("name", of -> of.season().name())
                        .field("startsAt", of -> of.season().startsAt())
                        .field("endsAt", SeasonOf::endsAt)
                        .field("startedAt", of -> of.season().startedAt())
                        .field("retainPrevious", of -> of.season().retainPrevious())
                        .field("carryOver", of -> text(of.season().carryOver()))
                        .fetched("state", SeasonGraphQL::state)
                        .fetched("window", SeasonGraphQL::window))
                .type(seasonEvent("SeasonStartedEvent"))
                .type(seasonEvent("SeasonEndedEvent"));
    }

    private static Fields<AppEvent> seasonEvent(String type) {
        return Fields.<AppEvent>of(type)
                .fetched("season", (event, env) -> LeaderboardGraphQL.load(env, event.leaderboardId())
                        .thenApply(board -> board == null ? null : numbered(board, event.number())));
    }

    private static @Nullable SeasonOf numbered(Leaderboard board, @Nullable Integer number) {
        return number == null || number < 1 || number > board.seasons().size() ? null : SeasonOf.number(board, number);
    }

    private Mutations mutations() {
        return new Mutations()
                .input(
                        "startSeason",
                        (request, input) -> seasons.start(request.app(), input.as(NewSeason.class), request.now()))
                .input(
                        "updateSeason",
                        (request, input) -> seasons.update(request.app(), change(request, input), request.now()))
                .input(
                        "endSeason",
                        (request, input) -> seasons.end(
                                request.app(),
                                ref(request, input),
                                input.optionalInteger(VERSION),
                                input.optionalMoment("endsAt"),
                                request.now()))
                .input(
                        "cancelSeason",
                        (request, input) -> seasons.cancel(
                                request.app(), ref(request, input), input.optionalInteger(VERSION), request.now()));
    }

    private static SeasonRef ref(RequestContext request, Input input) {
        return request.read("seasonId", input.string("seasonId"), TYPE)
                .map(id -> new SeasonRef(id.board(), Math.toIntExact(id.number())))
                .orElse(new SeasonRef(0, 0));
    }

    private static SeasonChange change(RequestContext request, Input input) {
        return new SeasonChange(
                ref(request, input),
                input.optionalInteger(VERSION),
                input.optionalString("name"),
                input.optionalMoment("startsAt"),
                input.optionalMoment("endsAt"),
                input.has("endsAt") && !input.hasValue("endsAt"));
    }

    private static @Nullable String deletedId(
            @Nullable CancelledSeason cancelled, DataFetchingEnvironment environment) {
        return cancelled == null
                ? null
                : RequestContext.of(environment)
                        .id(TYPE, cancelled.leaderboard().id(), cancelled.serial());
    }

    private static @Nullable Leaderboard leaderboard(Payload<CancelledSeason> payload) {
        return payload.result() == null ? null : payload.result().leaderboard();
    }

    private static @Nullable String text(@Nullable BigDecimal fraction) {
        return fraction == null ? null : fraction.stripTrailingZeros().toPlainString();
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<?> node(DataFetchingEnvironment environment, NodeId id) {
        return LeaderboardGraphQL.load(environment, id.board())
                .thenApply(board -> board == null ? null : SeasonOf.serial(board, Math.toIntExact(id.number())));
    }

    private static @Nullable SeasonOf byNumber(Leaderboard board, DataFetchingEnvironment environment) {
        return numbered(board, Input.of(environment).integer("number"));
    }

    private static @Nullable SeasonOf current(Leaderboard board, DataFetchingEnvironment environment) {
        var plan = new SeasonSchedule(board.seasons(), present(board, environment));
        Season running = plan.running();
        return running == null || plan.ended(running) ? null : new SeasonOf(board, running);
    }

    private Connection<SeasonOf> list(Leaderboard board, DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(environment, "seasons:" + board.id());
        int all = board.seasons().size();
        int newest = page.after(all, key -> Integer.parseInt(key.getFirst()) - 1);
        int limit = page.request(null, newest).limit();
        List<SeasonOf> oneMore = IntStream.iterate(Math.min(newest, all), number -> number > 0, number -> number - 1)
                .limit(limit)
                .mapToObj(number -> SeasonOf.number(board, number))
                .toList();
        return page.of(oneMore, of -> of.season().number());
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
                        WindowBounds.of(of.season(), of.board().seasons()).name())
                : CompletableFuture.completedFuture(null);
    }

    private static Instant present(Leaderboard board, DataFetchingEnvironment environment) {
        return board.time(RequestContext.of(environment).now());
    }
}
