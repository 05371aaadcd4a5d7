package laurel.streak.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.participant.Participant;
import laurel.participant.ParticipantInput;
import laurel.request.Connection;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.DayRule.GroupTimeZone;
import laurel.streak.ParticipantStreak;
import laurel.streak.Streak;
import laurel.streak.StreakArchive;
import laurel.streak.StreakBackfill;
import laurel.streak.StreakBackfillJob.BackfillStreakResult;
import laurel.streak.StreakDefinition;
import laurel.streak.Streaks;
import laurel.streak.Streaks.ParticipantStreakKey;
import laurel.streak.Streaks.StreakVersion;
import laurel.streak.freeze.AmnestyRecountJob.RecountStreaksResult;
import laurel.streak.freeze.Freezes;
import laurel.streak.freeze.Freezes.ChangedStreak;
import laurel.streak.freeze.Freezes.StreakDateRange;
import laurel.streak.run.StreakPeriod;
import laurel.streak.run.StreakRun;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code streak.graphqls}. */
@Singleton
public class StreakGraphQL implements Binding {
    private static final String TYPE = "Streak";
    private static final String OF_PARTICIPANT = "streaks";
    private static final String BY_KEY = "streakByKey";
    private static final String RUNS = "streakRuns";
    private static final String FROZEN = "frozenDates";
    private static final String AMNESTY = "amnestyDates";
    /** Later than the start of any run. */
    private static final LocalDate LATEST = LocalDate.of(9999, 12, 31);

    private final Streaks streaks;
    private final StreakArchive archive;
    private final StreakBackfill backfill;
    private final Freezes freezes;
    private final PageSize pageSize;

    StreakGraphQL(Streaks streaks, StreakArchive archive, StreakBackfill backfill, Freezes freezes, PageSize pageSize) {
        this.streaks = streaks;
        this.archive = archive;
        this.backfill = backfill;
        this.freezes = freezes;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, request.inApp(streaks::byIds));
        Loaders.register(loaders, OF_PARTICIPANT, (Set<Long> ids) -> streaks.of(request.app(), ids, request.now()));
        Loaders.register(
                loaders,
                BY_KEY,
                (Set<ParticipantStreakKey> keys) -> streaks.byKeys(request.app(), keys, request.now()));
        Loaders.registerList(loaders, RUNS, streaks::runs);
        Loaders.register(loaders, FROZEN, freezes::frozen);
        Loaders.register(loaders, AMNESTY, freezes::amnestyDates);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("streak", this::streak).dataFetcher("streaks", this::streaks))
                .type(mutations())
                .type(Fields.<Participant>of("Participant")
                        .fetched("streaks", StreakGraphQL::ofParticipant)
                        .fetched("streak", StreakGraphQL::byKey))
                .type(Fields.<Streak>of(TYPE)
                        .id(Streak::id)
                        .field("eventTypes", streak -> streak.eventTypes().isEmpty() ? null : streak.eventTypes())
                        .fetched("amnestyDates", (streak, env) -> Loaders.load(env, AMNESTY, streak.id())))
                .type(Fields.<RecountStreaksResult>of("RecountStreaksResult")
                        .fetched("streak", (result, env) -> Loaders.load(env, TYPE, result.streakId())))
                .type(Fields.<BackfillStreakResult>of("BackfillStreakResult")
                        .fetched("streak", (result, env) -> Loaders.load(env, TYPE, result.streakId())))
                .type(Fields.<ParticipantStreak>of("ParticipantStreak")
                        .fetched("frozenDates", (streak, env) -> Loaders.load(env, FROZEN, streak.id()))
                        .fetched("runs", this::runs))
                .type(Fields.<GroupTimeZone>of("GroupTimeZone")
                        .field("group", zone -> zone.group().values()));
    }

    private Mutations mutations() {
        return new Mutations()
                .input("createStreak", this::create)
                .input("updateStreak", this::update)
                .input(
                        "archiveStreak",
                        (request, input) ->
                                archive.archive(request.app(), input.as(StreakVersion.class), request.now()))
                .input(
                        "unarchiveStreak",
                        (request, input) ->
                                withJob(archive.unarchive(request.app(), input.as(StreakVersion.class), request.now())))
                .input(
                        "freezeStreak",
                        (request, input) ->
                                freezes.freeze(request.app(), participant(input), dates(input), request.now()))
                .input(
                        "unfreezeStreak",
                        (request, input) ->
                                freezes.unfreeze(request.app(), participant(input), dates(input), request.now()))
                .input(
                        "grantStreakAmnesty",
                        (request, input) -> freezes.grantAmnesty(request.app(), dates(input), request.now()))
                .input(
                        "revokeStreakAmnesty",
                        (request, input) -> freezes.revokeAmnesty(request.app(), dates(input), request.now()));
    }

    private static ParticipantInput participant(Input input) {
        return input.object("participant", ParticipantInput.class);
    }

    private @Nullable Streak streak(DataFetchingEnvironment environment) {
        return streaks.byKey(
                        RequestContext.of(environment).app(),
                        Input.of(environment).string("key"))
                .orElse(null);
    }

    private Connection<Streak> streaks(DataFetchingEnvironment environment) {
        Input filter = Objects.requireNonNullElse(Input.of(environment).optionalObject("filter"), Input.NONE);
        ArchivedFilter archived = Objects.requireNonNullElse(
                filter.optionalConstant(ArchivedFilter.class, "archived"), ArchivedFilter.EXCLUDE);
        int app = RequestContext.of(environment).app();
        ListPage page = pageSize.page(environment, OF_PARTICIPANT + ":" + app);
        return page.of(streaks.list(app, page.request(archived, page.afterText())), Streak::key);
    }

    /** Loads a streak by id; null if it does not exist. */
    public static CompletableFuture<Streak> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** Loads a participant's state in all streaks that are not archived. */
    public static CompletableFuture<List<ParticipantStreak>> ofParticipant(
            Participant participant, DataFetchingEnvironment environment) {
        return Loaders.<Long, List<ParticipantStreak>>load(environment, OF_PARTICIPANT, participant.id())
                .thenApply(found -> Objects.requireNonNullElse(found, List.of()));
    }

    private static CompletableFuture<ParticipantStreak> byKey(
            Participant participant, DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("key");
        return Loaders.load(environment, BY_KEY, new ParticipantStreakKey(participant.id(), key));
    }

    private CompletableFuture<Connection<StreakRun>> runs(
            ParticipantStreak streak, DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(environment, RUNS + ":" + streak.streak().id() + ":" + streak.participantId());
        LocalDate before = page.after(LATEST, key -> LocalDate.parse(key.getFirst()));
        return page.load(RUNS, page.request(streak.id(), before), StreakRun::startDate);
    }

    private ChangedStreak withJob(Streak streak) {
        return new ChangedStreak(streak, backfill.job(streak));
    }

    private ChangedStreak create(RequestContext request, Input input) {
        // Refuses an invalid key or name before an invalid day rule.
        StreakDefinition.checkName(input.string("key"), input.optionalString("name"));
        var definition = new StreakDefinition(
                input.string("key"),
                input.optionalString("name"),
                Objects.requireNonNullElse(input.optionalConstant(StreakPeriod.class, "period"), StreakPeriod.DAY),
                DayRuleInput.read(input.optionalObject("dayRule"), "dayRule"),
                eventTypes(input));
        return withJob(streaks.create(request.app(), definition, request.now()));
    }

    /** Reads the event types. Empty means all, which is null in the schema. */
    private static List<String> eventTypes(Input input) {
        List<String> types = input.optionalStrings("eventTypes");
        if (types != null && types.isEmpty()) {
            throw new RefusedException(
                    ErrorCode.LIST_EMPTY,
                    "`eventTypes` must have at least one item; omit it to count all event types.",
                    "eventTypes");
        }
        return Objects.requireNonNullElse(types, List.of());
    }

    private Streak update(RequestContext request, Input input) {
        StreakVersion expected = input.as(StreakVersion.class);
        return input.has("name")
                ? streaks.rename(request.app(), expected, input.optionalString("name"), request.now())
                : streaks.unchanged(request.app(), expected);
    }

    private static StreakDateRange dates(Input input) {
        LocalDate start = input.day("startDate");
        return new StreakDateRange(
                input.string("streakKey"), start, Objects.requireNonNullElse(input.optionalDay("endDate"), start));
    }
}
