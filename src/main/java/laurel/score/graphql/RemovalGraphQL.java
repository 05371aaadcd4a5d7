package laurel.score.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.score.removal.CorrectedEntries;
import laurel.score.removal.EntriesRemoval;
import laurel.score.removal.EntryRemoval;
import laurel.score.removal.EntryRemoval.RemovalFilter;
import laurel.score.removal.EntryRemovals;
import laurel.score.removal.EntrySelection;
import laurel.score.removal.RemovalTerms;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.StandingChange;
import laurel.window.WindowSelection;
import laurel.window.graphql.WindowGraphQL;
import laurel.window.graphql.WindowSelectorInput;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code removal.graphqls}. */
@Singleton
class RemovalGraphQL implements Binding {
    private static final String LIST = "entryRemovals";
    private static final String PARTICIPANT = "participant";
    private static final String WINDOWS = "windows";
    /** An ID that no participant has. */
    private static final Long NO_ID = 0L;

    private final Leaderboards leaderboards;
    private final EntryRemovals removals;
    private final EntriesRemoval ofAll;
    private final PageSize pageSize;

    RemovalGraphQL(Leaderboards leaderboards, EntryRemovals removals, EntriesRemoval ofAll, PageSize pageSize) {
        this.leaderboards = leaderboards;
        this.removals = removals;
        this.ofAll = ofAll;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.<RemovalFilter, Long, EntryRemoval>registerList(loaders, LIST, removals::listed);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .selecting("removeEntry", this::remove)
                        .selecting("restoreEntry", this::restore)
                        .input("removeEntries", this::removeAll))
                .type(Fields.<Leaderboard>of("Leaderboard").fetched(LIST, this::listed))
                .type(Fields.<Payload<CorrectedEntries>>of("RemoveEntryPayload")
                        .fetched("changes", (payload, env) -> changes(payload.result(), env)))
                .type(Fields.<Payload<CorrectedEntries>>of("RestoreEntryPayload")
                        .fetched("changes", (payload, env) -> changes(payload.result(), env)))
                .type(Fields.<EntryRemoval>of("EntryRemoval")
                        .fetched("window", (removal, env) -> WindowGraphQL.load(env, removal.windowId()))
                        .fetched(PARTICIPANT, (removal, env) -> ParticipantGraphQL.load(env, removal.participantId())));
    }

    private Object remove(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment).object("input");
        return removals.remove(
                request.app(),
                selection(request, input),
                terms(input),
                ChangeFilters.ranked(environment),
                request.now());
    }

    private Object restore(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment).object("input");
        return removals.restore(
                request.app(),
                selection(request, input),
                isSet(input, "dryRun"),
                ChangeFilters.ranked(environment),
                request.now());
    }

    private Object removeAll(RequestContext request, Input input) {
        return ofAll.start(
                request.app(),
                ParticipantGraphQL.ref(request, input.object(PARTICIPANT), PARTICIPANT),
                terms(input),
                request.now());
    }

    private EntrySelection selection(RequestContext request, Input input) {
        String key = input.string("leaderboardKey");
        Leaderboard board =
                leaderboards.byKey(request.app(), key).orElseThrow(() -> Leaderboards.unknown(key, "leaderboardKey"));
        ParticipantRef participant = ParticipantGraphQL.ref(request, input.object(PARTICIPANT), PARTICIPANT);
        Group group = GroupArgument.followed(input, board);
        return new EntrySelection(
                board, participant, input.hasValue(WINDOWS) ? windows(request, board, group, input) : null);
    }

    private static List<WindowSelection> windows(RequestContext request, Leaderboard board, Group group, Input input) {
        List<Input> selectors = input.objects(WINDOWS);
        return IntStream.range(0, selectors.size())
                .mapToObj(n -> WindowSelectorInput.read(request, board, WINDOWS + "[" + n + "]", selectors.get(n)))
                .map(selector -> new WindowSelection(board, selector, group))
                .toList();
    }

    private static RemovalTerms terms(Input input) {
        return new RemovalTerms(
                input.optionalString("reason"), isSet(input, "allowIrreversible"), isSet(input, "dryRun"));
    }

    private static boolean isSet(Input input, String name) {
        return Boolean.TRUE.equals(input.values().get(name));
    }

    private static @Nullable List<StandingChange> changes(
            @Nullable CorrectedEntries corrected, DataFetchingEnvironment environment) {
        ChangeFilter filter = Input.of(environment).as(ChangeFilter.class);
        return corrected == null ? null : corrected.standingChanges(filter::accepts);
    }

    private CompletableFuture<Connection<EntryRemoval>> listed(Leaderboard board, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        if (!input.hasValue(PARTICIPANT)) {
            return page(board, null, environment);
        }
        ParticipantRef ref = ParticipantGraphQL.ref(environment, PARTICIPANT);
        return ParticipantGraphQL.load(environment, ref)
                .thenCompose(who -> page(board, who == null ? NO_ID : who.id(), environment));
    }

    private CompletableFuture<Connection<EntryRemoval>> page(
            Leaderboard board, @Nullable Long participant, DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(environment, LIST + ":" + board.id() + ":" + participant);
        var filter = new RemovalFilter(board.id(), participant);
        return page.load(LIST, page.request(filter, page.after(Long.MAX_VALUE)), EntryRemoval::number);
    }
}
