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
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.ErrorCode;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
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
        Loaders.register(
                loaders, LIST, ActivityOf::size, (Set<ActivityOf> asked) -> activities.listed(request.app(), asked));
        Loaders.register(
                loaders, TALLIES, TalliesOf::days, (Set<TalliesOf> asked) -> tallies.ofDays(request.app(), asked));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .input(
                                "recordActivity",
                                (request, input) -> BatchAnswers.only(
                                        answer(record(request, List.of(input.as(ActivityEventInput.class)))
                                                .getFirst())))
                        .inputs(
                                "recordActivities",
                                ActivityEventInput.class,
                                (request, events) -> BatchAnswers.of(
                                        record(request, events), ActivityGraphQL::answer, ActivityBatch::new)))
                .type(Fields.<Participant>of("Participant")
                        .fetched("activity", this::activity)
                        .fetched("dailyTallies", ActivityGraphQL::dailyTallies))
                .type(Fields.<ActivityReceipt>of("ActivityReceipt")
                        .fetched("event", (receipt, env) -> node(env, receipt.id)))
                .type(Fields.<ActivityEvent>of("ActivityEvent")
                        .field("id", event -> NodeId.of(type(), event.id()))
                        .fetched("actor", (event, env) -> ParticipantGraphQL.load(env, event.actorId()))
                        .fetched("peer", (event, env) -> participant(event.peerId(), env))
                        .fetched("winner", (event, env) -> participant(event.winnerId(), env))
                        .field("value", event -> event.value() == null ? null : text(event.value()))
                        .field("group", event -> event.groupValues().list())
                        .field("zone", event -> Objects.toString(event.zone(), null)))
                .type(Fields.<DailyTally>of("DailyTally")
                        .field("day", tally -> tally.day().day())
                        .field("lines", ActivityGraphQL::lines));
    }

    @Override
    public String type() {
        return "ActivityEvent";
    }

    @Override
    public CompletableFuture<ActivityEvent> node(DataFetchingEnvironment environment, long number) {
        return Loaders.load(environment, LOADER, number);
    }

    private List<ActivityResult> record(RequestContext request, List<ActivityEventInput> events) {
        return activities.record(request.app(), events, request.now());
    }

    private static Object answer(ActivityResult result) {
        return switch (result) {
            case Refused refused -> refused.refusal();
            case Recorded recorded -> new ActivityReceipt(recorded.id(), recorded.repeated());
        };
    }

    private CompletableFuture<Connection<ActivityEvent>> activity(
            Participant participant, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = LIST + ":" + participant.id();
        ActivityOf asked = after == null
                ? new ActivityOf(participant.id(), LATEST, Long.MAX_VALUE, first + 1)
                : Cursor.parse(
                        after,
                        list,
                        key -> new ActivityOf(
                                participant.id(), Instant.parse(key.get(0)), Long.parseLong(key.get(1)), first + 1));
        return Loaders.<ActivityOf, List<ActivityEvent>>load(environment, LIST, asked)
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
        var asked = new TalliesOf(participant.id(), rule, from, through);
        return Loaders.<TalliesOf, List<DailyTally>>load(environment, TALLIES, asked)
                .thenApply(found -> found == null ? List.of() : found);
    }

    private static LocalDate today(DayRule rule, DataFetchingEnvironment environment) {
        Instant now = RequestContext.of(environment).now();
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
