package laurel.live.graphql;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.SelectedField;
import graphql.schema.idl.RuntimeWiring;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.Subscribed;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.live.AroundEvent;
import laurel.live.FollowedRanking;
import laurel.live.Interest;
import laurel.live.LiveCursor;
import laurel.live.LiveRankings;
import laurel.live.RankingEvents.RanksEvent;
import laurel.live.RankingEvents.TopStandingsEvent;
import laurel.live.RankingState;
import laurel.live.WatchedStandingChange;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.Ranking;
import laurel.ranking.Ranks;
import laurel.ranking.Standing;
import laurel.request.EventSource;
import laurel.request.access.Role;
import laurel.window.Window;
import laurel.window.WindowDefinitionRef;
import laurel.window.WindowSelector;
import laurel.window.Windows;
import laurel.window.graphql.WindowGraphQL;
import laurel.window.graphql.WindowSelectorInput;
import org.jspecify.annotations.Nullable;

/** Binds {@code live.graphqls}. */
@Singleton
class LiveGraphQL implements Binding {
    /** Fields of a standing that change with entries that do not pass it. */
    private static final Set<String> WHOLE = Set.of(
            "changes/standing/denseRank", "changes/standing/gapToNext", "standings/denseRank", "standings/gapToNext");

    private final LiveRankings live;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final PageSize pageSize;
    private final int maxWatched;

    /** @param maxWatched participants of one subscription; {@code laurel.limits.watched-participants}, default 100 */
    LiveGraphQL(
            LiveRankings live,
            Leaderboards leaderboards,
            Windows windows,
            PageSize pageSize,
            @Value("${laurel.limits.watched-participants:100}") int maxWatched) {
        this.live = live;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.pageSize = pageSize;
        this.maxWatched = maxWatched;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Subscription", type -> type.dataFetcher("topStandingsChanged", Subscribed.to(this::top))
                        .dataFetcher("ranksChanged", Subscribed.to(this::ranks))
                        .dataFetcher("aroundChanged", Subscribed.to(this::around)))
                .type(Fields.<TopStandingsEvent>of("TopStandingsEvent")
                        .field("sequence", event -> event.state().sequence())
                        .fetched("window", (event, env) -> window(env, event.state()))
                        .field("entryCount", event -> event.state().entryCount())
                        .fetched("removedStandingIds", (event, env) -> event.removed().stream()
                                .map(id -> standingId(env, event.state().ranking(), id))
                                .toList()))
                .type(Fields.<AroundEvent>of("AroundEvent")
                        .field("sequence", event -> event.state().sequence())
                        .fetched("window", (event, env) -> window(env, event.state()))
                        .field("entryCount", event -> event.state().entryCount())
                        .field("startPosition", event -> start(event, Ranks::position))
                        .field("startRank", event -> start(event, Ranks::rank))
                        .fetched("removedStandingIds", (event, env) -> event.removed().stream()
                                .map(id -> standingId(env, event.state().ranking(), id))
                                .toList()))
                .type(Fields.<Standing>of("StandingPatch")
                        .fetched("standingId", (s, env) -> standingId(env, s.ranking(), s.participantId()))
                        .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                        .field("score", standing -> standing.ranking().scores().format(standing.score()))
                        .field("rank", standing -> standing.ranks().rank())
                        .field("position", standing -> standing.ranks().position())
                        .field("subscore", Standing::subscore)
                        .field("achievedAt", Standing::achievedAt)
                        .field("metadata", Standing::metadata))
                .type(Fields.<RanksEvent>of("RanksEvent")
                        .field("sequence", event -> event.state().sequence())
                        .fetched("window", (event, env) -> window(env, event.state())))
                .type(Fields.<WatchedStandingChange>of("WatchedStandingChange")
                        .fetched("participant", (change, env) -> ParticipantGraphQL.load(env, change.participantId())));
    }

    private EventSource top(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        return source(environment, new Interest.Top(pageSize.checked("first", input.integer("first"))));
    }

    private EventSource ranks(DataFetchingEnvironment environment) {
        var participants = ParticipantGraphQL.refs(environment, "participants").stream()
                .distinct()
                .toList();
        PageSize.checkedCount("participants", participants.size(), 1, maxWatched);
        return source(environment, new Interest.Ranks(participants, isWhole(environment)));
    }

    private EventSource around(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        var interest = new Interest.Around(
                ParticipantGraphQL.ref(environment, "participant"),
                pageSize.checkedHalf("above", input.integer("above")),
                pageSize.checkedHalf("below", input.integer("below")),
                isWhole(environment));
        return source(environment, interest);
    }

    private static boolean isWhole(DataFetchingEnvironment environment) {
        return environment.getSelectionSet().getFields().stream()
                .map(SelectedField::getQualifiedName)
                .anyMatch(WHOLE::contains);
    }

    /** A rank of the first standing; null if there is none. */
    private static @Nullable Integer start(AroundEvent event, Function<Ranks, @Nullable Integer> rank) {
        Standing start = event.start();
        return start == null ? null : rank.apply(start.ranks());
    }

    private EventSource source(DataFetchingEnvironment environment, Interest interest) {
        RequestContext request = RequestContext.of(environment);
        Input ranking = Input.of(environment).object("ranking");
        String key = ranking.string("leaderboardKey");
        Leaderboard leaderboard = leaderboards
                .byKey(request.app(), key)
                .filter(board -> LeaderboardGraphQL.isReadable(request, board))
                .orElseThrow(() -> FollowedRanking.unknown(key));
        FollowedRanking followed = followed(request, leaderboard, ranking);
        String after = Subscribed.after(environment);
        return live.source(
                followed,
                interest,
                after == null ? null : LiveCursor.parse(after, interest.name() + ":" + followed.name()),
                request.may(Role.READER));
    }

    /** Reads a {@code RankingSelector}; throws a RequestException if it is not valid for the leaderboard. */
    private FollowedRanking followed(RequestContext request, Leaderboard leaderboard, Input ranking) {
        Group group = GroupArgument.ranked(ranking, leaderboard);
        WindowSelector window =
                WindowSelectorInput.read(request, leaderboard, "ranking.window", ranking.optionalObject("window"));
        WindowDefinitionRef.check(windows, leaderboard, window);
        return new FollowedRanking(leaderboard.id(), window, group);
    }

    /** A participant that has a standing, or has left the top, has a ranking. */
    private static String standingId(
            DataFetchingEnvironment environment, @Nullable Ranking ranking, long participantId) {
        return RequestContext.of(environment)
                .id("Standing", requireNonNull(ranking).leaderboardId(), ranking.id(), participantId);
    }

    private static CompletableFuture<Window> window(DataFetchingEnvironment environment, RankingState state) {
        return WindowGraphQL.load(environment, state.windowId() == 0 ? null : Long.valueOf(state.windowId()));
    }
}
