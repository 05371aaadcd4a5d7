package laurel.live;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.SelectedField;
import graphql.schema.idl.RuntimeWiring;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.EventSource;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.graphql.Subscribed;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.Participant;
import laurel.participant.ParticipantGraphQL;
import laurel.participant.ParticipantRef;
import laurel.window.WindowGraphQL;

/** Binds {@code live.graphqls}. */
@Singleton
class LiveGraphQL implements Binding {
    /** What of a standing changes by entries that do not pass it. */
    private static final Set<String> WHOLE = Set.of("changes/standing/denseRank", "changes/standing/gapToNext");

    private final LiveRankings live;
    private final Leaderboards leaderboards;
    private final PageSize pageSize;
    private final int mostWatched;

    /** @param mostWatched participants of one subscription; {@code laurel.limits.watched}, default 100 */
    LiveGraphQL(
            LiveRankings live,
            Leaderboards leaderboards,
            PageSize pageSize,
            @Value("${laurel.limits.watched:100}") int mostWatched) {
        this.live = live;
        this.leaderboards = leaderboards;
        this.pageSize = pageSize;
        this.mostWatched = mostWatched;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Subscription", type -> type.dataFetcher("topChanged", Subscribed.to(this::top))
                        .dataFetcher("rankChanged", Subscribed.to(this::ranks)))
                .type(Fields.<Emissions.TopChange>of("TopChange")
                        .fetched("window", (change, env) -> WindowGraphQL.load(env, change.windowId()))
                        .fetched("left", (change, env) -> participants(env, change.left())))
                .type(Fields.<Emissions.RankChanges>of("RankChanges")
                        .fetched("window", (change, env) -> WindowGraphQL.load(env, change.windowId())))
                .type(Fields.<RankChange>of("RankChange")
                        .fetched("participant", (change, env) -> ParticipantGraphQL.load(env, change.participantId())));
    }

    private EventSource top(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        return source(environment, new Wanted.Top(pageSize.checked("first", input.integer("first"))));
    }

    private EventSource ranks(DataFetchingEnvironment environment) {
        var who = Input.of(environment).objects("participants", ParticipantRef.class).stream()
                .distinct()
                .toList();
        PageSize.checkedCount("participants", who.size(), 1, mostWatched);
        boolean whole = environment.getSelectionSet().getFields().stream()
                .map(SelectedField::getQualifiedName)
                .anyMatch(WHOLE::contains);
        return source(environment, new Wanted.Ranks(who, whole));
    }

    private EventSource source(DataFetchingEnvironment environment, Wanted wanted) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment);
        String key = input.string("leaderboard");
        Leaderboard board = leaderboards
                .byKey(request.app(), key)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.LEADERBOARD_NOT_FOUND, "No leaderboard has the key `" + key + "`."));
        Followed followed = Followed.of(board, input);
        // What cannot be asked for is said now.
        Sought unused = Sought.of(followed, board, request.now());
        String after = Subscribed.after(environment);
        return live.source(
                followed,
                wanted,
                after == null ? null : LiveCursor.parse(after, wanted.name() + ":" + followed.name()));
    }

    private static CompletableFuture<List<Participant>> participants(
            DataFetchingEnvironment environment, List<Long> ids) {
        List<CompletableFuture<Participant>> loaded =
                ids.stream().map(id -> ParticipantGraphQL.load(environment, id)).toList();
        return CompletableFuture.allOf(loaded.toArray(CompletableFuture[]::new))
                .thenApply(done -> loaded.stream().map(CompletableFuture::join).toList());
    }
}
