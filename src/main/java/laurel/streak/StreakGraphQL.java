package laurel.streak;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.participant.Participant;
import laurel.participant.ParticipantGraphQL;
import laurel.participant.ParticipantRef;
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
                .type("Mutation", type -> type.dataFetcher("defineStreak", this::define)
                        .dataFetcher("freezeStreak", environment -> freeze(environment, freezes::freeze))
                        .dataFetcher("unfreezeStreak", environment -> freeze(environment, freezes::unfreeze))
                        .dataFetcher("forgiveDays", environment -> forgive(environment, freezes::forgive))
                        .dataFetcher("unforgiveDays", environment -> forgive(environment, freezes::unforgive)))
                .type("DefineStreakResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("FreezeStreakResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("ForgiveDaysResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<Participant>of("Participant")
                        .fetched("streaks", StreakGraphQL::ofParticipant)
                        .fetched("streak", StreakGraphQL::byKey)
                        .wiring())
                .type(Fields.<Streak>of("Streak")
                        .field("days", Streak::dayRule)
                        .fetched("forgiven", (streak, environment) -> Loaders.load(environment, FORGIVEN, streak.id()))
                        .wiring())
                .type(Fields.<ParticipantStreak>of("ParticipantStreak")
                        .fetched("frozen", (one, environment) -> Loaders.load(environment, FROZEN, one.id()))
                        .fetched("runs", this::runs)
                        .wiring())
                .type(Fields.<GroupZone>of("GroupZone")
                        .field("group", zone -> zone.group().list())
                        .wiring());
    }

    private List<Streak> list(DataFetchingEnvironment environment) {
        return streaks.ofApp(RequestContext.of(environment.getGraphQlContext()).app());
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
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = RUNS + ":" + of.streak().id() + ":" + of.participantId();
        LocalDate before = after == null
                ? LocalDate.of(9999, 12, 31)
                : Cursor.parse(after, list, key -> LocalDate.parse(key.getFirst()));
        return Loaders.<RunList, List<StreakRun>>load(environment, RUNS, new RunList(of.id(), before, first + 1))
                .thenApply(found -> Connection.firstOf(found, first, after, run -> new Cursor(
                                list, List.of(run.startedOn().toString()))
                        .text()));
    }

    private Object define(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(environment, "input", () -> {
            // Before the rule, of which less precedes.
            StreakDefinition.checkName(input.string("key"), input.optionalString("name"));
            var wanted = new StreakDefinition(
                    input.string("key"),
                    input.optionalString("name"),
                    input.constant(StreakUnit.class, "unit"),
                    DayRuleInput.read(input.object("days"), "days"),
                    input.strings("eventTypes"));
            return streaks.define(request.app(), wanted, request.now());
        });
    }

    /** What freezes, or takes freezes away. */
    private interface Freeze {
        ParticipantStreak change(int app, ParticipantRef whose, StreakDays days, Instant now);
    }

    private static Object freeze(DataFetchingEnvironment environment, Freeze freeze) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        ParticipantRef whose = ParticipantGraphQL.ref(input.object("participant"));
        return Refusals.orRefusal(
                environment, "input", () -> freeze.change(request.app(), whose, days(input), request.now()));
    }

    /** What forgives, or takes amnesties away. */
    private interface Forgive {
        Streak change(int app, StreakDays days, Instant now);
    }

    private static Object forgive(DataFetchingEnvironment environment, Forgive forgive) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment, "input", () -> forgive.change(request.app(), days(input), request.now()));
    }

    private static StreakDays days(Input input) {
        LocalDate from = input.day("from");
        return new StreakDays(
                input.string("streak"), from, Objects.requireNonNullElse(input.optionalDay("through"), from));
    }
}
