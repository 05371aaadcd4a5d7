package laurel.activity;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.activity.ActivityEventRepository.Page;
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.activity.TallyRepository.Stretch;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.ErrorCode;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
import laurel.graphql.Types;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.participant.Participant;
import laurel.participant.ParticipantGraphQL;
import laurel.refusal.RefusedException;
import laurel.streak.DayRule;
import laurel.streak.DayRuleInput;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code activity.graphqls}. */
@Singleton
public class ActivityGraphQL implements Binding, NodeSource {
    private static final String LOADER = "activityEvent";
    private static final String LIST = "activity";
    private static final String TALLIES = "dailyTallies";
    /** A leap year. */
    private static final int MOST_DAYS = 366;
    /** No event occurred later. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final Activities activities;
    private final Tallies tallies;
    private final PageSize pageSize;

    ActivityGraphQL(Activities activities, Tallies tallies, PageSize pageSize) {
        this.activities = activities;
        this.tallies = tallies;
        this.pageSize = pageSize;
    }

    /** What the schema calls ActivityReceipt. */
    record ActivityReceipt(long id, boolean repeated) {}

    /** What the schema calls TallyLine. */
    record TallyLine(String type, Part part, int events, String total, int peers) {}

    /** What the schema calls ActivityBatch. */
    record ActivityBatch(int accepted, int refused, List<Object> results) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, LOADER, (Set<Long> ids) -> activities.byIds(request.app(), ids));
        Loaders.register(loaders, LIST, Page::size, (Set<Page> asked) -> activities.listed(request.app(), asked));
        Loaders.register(loaders, TALLIES, Stretch::days, (Set<Stretch> asked) -> tallies.ofDays(request.app(), asked));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Mutation", type -> type.dataFetcher("recordActivity", this::recordOne)
                        .dataFetcher("recordActivities", this::recordMany))
                .type("RecordActivityResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("RecordActivitiesResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<Participant>of("Participant")
                        .fetched("activity", this::activity)
                        .fetched("dailyTallies", ActivityGraphQL::dailyTallies)
                        .wiring())
                .type(Fields.<ActivityReceipt>of("ActivityReceipt")
                        .fetched("event", (receipt, env) -> node(env, receipt.id))
                        .wiring())
                .type(Fields.<ActivityEvent>of("ActivityEvent")
                        .field("id", event -> NodeId.of(type(), event.id()))
                        .fetched("actor", (event, env) -> ParticipantGraphQL.load(env, event.actorId()))
                        .fetched("peer", (event, env) -> participant(event.peerId(), env))
                        .fetched("winner", (event, env) -> participant(event.winnerId(), env))
                        .field("value", event -> event.value() == null ? null : text(event.value()))
                        .field("group", event -> event.groupValues().list())
                        .field("zone", event -> Objects.toString(event.zone(), null))
                        .wiring())
                .type(Fields.<DailyTally>of("DailyTally")
                        .field("day", tally -> tally.day().day())
                        .field("lines", ActivityGraphQL::lines)
                        .wiring());
    }

    @Override
    public String type() {
        return "ActivityEvent";
    }

    @Override
    public CompletableFuture<ActivityEvent> node(DataFetchingEnvironment environment, long number) {
        return Loaders.load(environment, LOADER, number);
    }

    private Object recordOne(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> BatchAnswers.only(
                        answer(record(environment, List.of(input)).getFirst())));
    }

    private Object recordMany(DataFetchingEnvironment environment) {
        List<Input> inputs = Input.of(environment).objects("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> BatchAnswers.of(record(environment, inputs), ActivityGraphQL::answer, ActivityBatch::new));
    }

    private List<ActivityResult> record(DataFetchingEnvironment environment, List<Input> inputs) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        return activities.record(
                request.app(), inputs.stream().map(ActivityGraphQL::event).toList(), request.now());
    }

    private static Object answer(ActivityResult result) {
        return switch (result) {
            case Refused refused -> refused.refusal();
            case Recorded recorded -> new ActivityReceipt(recorded.id(), recorded.repeated());
        };
    }

    private static ActivityEventInput event(Input input) {
        Input peer = input.optionalObject("peer");
        Input winner = input.optionalObject("winner");
        String value = input.optionalString("value");
        return new ActivityEventInput(
                input.string("id"),
                input.string("type"),
                ParticipantGraphQL.profile(input.object("actor")),
                peer == null ? null : ParticipantGraphQL.profile(peer),
                winner == null ? null : ParticipantGraphQL.ref(winner),
                value,
                LeaderboardGraphQL.groupValues(input, "group"),
                input.says("peerGroup") ? LeaderboardGraphQL.groupValues(input, "peerGroup") : null,
                input.optionalMoment("occurredAt"),
                input.optionalString("zone"),
                input.optionalJson("attributes"));
    }

    private CompletableFuture<Connection<ActivityEvent>> activity(
            Participant participant, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = LIST + ":" + participant.id();
        Page asked = after == null
                ? new Page(participant.id(), LATEST, Long.MAX_VALUE, first + 1)
                : Cursor.parse(
                        after,
                        list,
                        key -> new Page(
                                participant.id(), Instant.parse(key.get(0)), Long.parseLong(key.get(1)), first + 1));
        return Loaders.<Page, List<ActivityEvent>>load(environment, LIST, asked)
                .thenApply(found ->
                        Connection.firstOf(found == null ? List.of() : found, first, after, event -> new Cursor(
                                        list, List.of(event.occurredAt().toString(), Long.toString(event.id())))
                                .text()));
    }

    private static CompletableFuture<List<DailyTally>> dailyTallies(
            Participant participant, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        DayRule rule = rule(input);
        LocalDate through = Objects.requireNonNullElseGet(input.optionalDay("through"), () -> today(rule, environment));
        LocalDate from = Objects.requireNonNullElseGet(input.optionalDay("from"), () -> through.minusDays(6));
        long days = ChronoUnit.DAYS.between(from, through);
        if (days < 0 || days >= MOST_DAYS) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, "`from` to `through` is 1 to " + MOST_DAYS + " days");
        }
        var asked = new Stretch(participant.id(), rule, from, through);
        return Loaders.<Stretch, List<DailyTally>>load(environment, TALLIES, asked)
                .thenApply(found -> found == null ? List.of() : found);
    }

    private static LocalDate today(DayRule rule, DataFetchingEnvironment environment) {
        Instant now = RequestContext.of(environment.getGraphQlContext()).now();
        return now.atZone(rule.zone()).toLocalDate();
    }

    private static DayRule rule(Input input) {
        try {
            return DayRuleInput.read(input.object("days"), "days");
        } catch (RefusedException e) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, e.refusal().message(), e);
        }
    }

    private static @Nullable CompletableFuture<Participant> participant(
            @Nullable Long id, DataFetchingEnvironment environment) {
        return id == null ? null : ParticipantGraphQL.load(environment, id);
    }

    private static List<TallyLine> lines(DailyTally tally) {
        return tally.lines().stream()
                .map(line -> new TallyLine(line.type(), line.part(), line.events(), text(line.total()), line.peers()))
                .toList();
    }

    private static String text(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
