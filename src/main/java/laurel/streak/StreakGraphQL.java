package laurel.streak;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.Participant;
import laurel.participant.Profile;
import laurel.streak.DayRule.GroupZone;
import laurel.streak.Freezes.StreakDays;
import laurel.streak.StreakReadRepository.RunList;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code streak.graphqls}. */
@Singleton
public class StreakGraphQL implements Binding {
    private static final String LOADER = "streaks";
    private static final String RUNS = "streakRuns";
    private static final String FROZEN = "frozenDays";
    private static final String FORGIVEN = "forgivenDays";
    /** No run started later. */
    private static final LocalDate LATEST = LocalDate.of(9999, 12, 31);

    private final Streaks streaks;
    private final Freezes freezes;
    private final PageSize pageSize;

    StreakGraphQL(Streaks streaks, Freezes freezes, PageSize pageSize) {
        this.streaks = streaks;
        this.freezes = freezes;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, (Set<Long> whose) -> streaks.of(request.app(), whose, request.now()));
        Loaders.register(loaders, RUNS, RunList::size, streaks::runs);
        Loaders.register(loaders, FROZEN, freezes::frozen);
        Loaders.register(loaders, FORGIVEN, freezes::forgiven);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("streaks", this::list))
                .type(mutations())
                .type(Fields.<Participant>of("Participant")
                        .fetched("streaks", StreakGraphQL::ofParticipant)
                        .fetched("streak", StreakGraphQL::byKey))
                .type(Fields.<Streak>of("Streak")
                        .field("days", Streak::dayRule)
                        .fetched("forgiven", (streak, environment) -> Loaders.load(environment, FORGIVEN, streak.id())))
                .type(Fields.<ParticipantStreak>of("ParticipantStreak")
                        .fetched("frozen", (one, environment) -> Loaders.load(environment, FROZEN, one.id()))
                        .fetched("runs", this::runs))
                .type(Fields.<GroupZone>of("GroupZone")
                        .field("group", zone -> zone.group().values()));
    }

    private Mutations mutations() {
        return new Mutations()
                .input("defineStreak", this::define)
                .input(
                        "freezeStreak",
                        (request, input) -> freezes.freeze(request.app(), whose(input), days(input), request.now()))
                .input(
                        "unfreezeStreak",
                        (request, input) -> freezes.unfreeze(request.app(), whose(input), days(input), request.now()))
                .input("forgiveDays", (request, input) -> freezes.forgive(request.app(), days(input), request.now()))
                .input(
                        "unforgiveDays",
                        (request, input) -> freezes.unforgive(request.app(), days(input), request.now()));
    }

    private static Profile whose(Input input) {
        return input.object("participant", Profile.class);
    }

    private List<Streak> list(DataFetchingEnvironment environment) {
        return streaks.ofApp(RequestContext.of(environment).app());
    }

    /** A participant's streaks, of every definition. */
    public static CompletableFuture<List<ParticipantStreak>> ofParticipant(
            Participant participant, DataFetchingEnvironment environment) {
        return Loaders.<Long, List<ParticipantStreak>>load(environment, LOADER, participant.id())
                .thenApply(found -> Objects.requireNonNullElse(found, List.of()));
    }

    private static CompletableFuture<@Nullable ParticipantStreak> byKey(
            Participant participant, DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("key");
        return ofParticipant(participant, environment).thenApply(all -> all.stream()
                .filter(one -> one.streak().key().equals(key))
                .findFirst()
                .orElse(null));
    }

    private CompletableFuture<Connection<StreakRun>> runs(ParticipantStreak of, DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(environment, RUNS + ":" + of.streak().id() + ":" + of.participantId());
        LocalDate before = page.after(LATEST, key -> LocalDate.parse(key.getFirst()));
        return page.load(RUNS, new RunList(of.id(), before, page.limit()), StreakRun::startedOn);
    }

    private Object define(RequestContext request, Input input) {
        // Before the rule, of which less precedes.
        StreakDefinition.checkName(input.string("key"), input.optionalString("name"));
        var wanted = new StreakDefinition(
                input.string("key"),
                input.optionalString("name"),
                input.constant(StreakUnit.class, "unit"),
                DayRuleInput.read(input.object("days"), "days"),
                input.strings("eventTypes"));
        return streaks.define(request.app(), wanted, request.now());
    }

    private static StreakDays days(Input input) {
        LocalDate from = input.day("from");
        return new StreakDays(
                input.string("streak"), from, Objects.requireNonNullElse(input.optionalDay("through"), from));
    }
}
