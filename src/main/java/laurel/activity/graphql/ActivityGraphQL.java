package laurel.activity.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import laurel.activity.Activities;
import laurel.activity.ActivityEvent;
import laurel.activity.ActivityEvent.EventPosition;
import laurel.activity.ActivityEventInput;
import laurel.activity.ActivityResult;
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.activity.BacklogProcessor;
import laurel.activity.DailyTally;
import laurel.activity.Tallies;
import laurel.activity.TallyRepository.TallyRange;
import laurel.graphql.BatchResults;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.Participant;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.Connection;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.streak.DayRule;
import laurel.streak.graphql.DayRuleInput;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code activity.graphqls}. */
@Singleton
public class ActivityGraphQL implements Binding {
    private static final String TYPE = "ActivityEvent";
    private static final String LIST = "activity";
    private static final String TALLIES = "dailyTallies";
    /** A leap year. */
    private static final int MAX_DAYS = 366;
    /** Later than any event. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final Activities activities;
    private final Tallies tallies;
    private final PageSize pageSize;
    /** Provided lazily, because commands have none. */
    private final Provider<BacklogProcessor> backlogs;

    ActivityGraphQL(Activities activities, Tallies tallies, PageSize pageSize, Provider<BacklogProcessor> backlogs) {
        this.activities = activities;
        this.tallies = tallies;
        this.pageSize = pageSize;
        this.backlogs = backlogs;
    }

    record ActivityReceipt(long id, boolean duplicate) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, request.inApp(activities::byIds));
        Loaders.registerList(loaders, LIST, request.inApp(activities::pages));
        Loaders.register(loaders, TALLIES, TallyRange::dayCount, request.inApp(tallies::ofRanges));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .ofFacts()
                        .input(
                                "recordActivity",
                                (request, input) -> payload(record(request, List.of(input.as(ActivityEventInput.class)))
                                        .getFirst()))
                        .input(
                                "recordActivities",
                                (request, input) ->
                                        BatchResults.of(recordAll(request, input), ActivityGraphQL::payload, "items")))
                .type(Fields.<Participant>of("Participant")
                        .fetched("activityEvents", this::events)
                        .fetched("dailyTallies", ActivityGraphQL::dailyTallies))
                .type(BatchResults.fields("RecordActivityResult"))
                .type(Fields.<ActivityReceipt>of("ActivityReceipt")
                        .fetched("activityEvent", (receipt, env) -> Loaders.load(env, TYPE, receipt.id)))
                .type(Fields.<ActivityEvent>of("ActivityEvent")
                        .id(ActivityEvent::id)
                        .fetched("actor", (event, env) -> ParticipantGraphQL.load(env, event.actorId()))
                        .fetched("peer", (event, env) -> ParticipantGraphQL.load(env, event.peerId()))
                        .fetched("winner", (event, env) -> ParticipantGraphQL.load(env, event.winnerId()))
                        .field("value", event -> event.value() == null ? null : text(event.value()))
                        .field("group", event -> event.groupValues().values())
                        .field("timeZone", event -> Objects.toString(event.timeZone(), null)))
                .type(Fields.<DailyTally>of("DailyTally")
                        .field("date", tally -> tally.day().day()))
                .type(Fields.<DailyTally.TallyLine>of("TallyLine").field("valueSum", line -> text(line.valueSum())));
    }

    private List<ActivityResult> recordAll(RequestContext request, Input input) {
        List<ActivityResult> results = record(request, input.objects("items", ActivityEventInput.class));
        if (input.hasValue("awaitScores") && input.truth("awaitScores")) {
            backlogs.get().catchUp(request.app());
        }
        return results;
    }

    private List<ActivityResult> record(RequestContext request, List<ActivityEventInput> events) {
        return activities.record(request.app(), events, request.now());
    }

    private static Object payload(ActivityResult result) {
        return switch (result) {
            case Refused refused -> refused.refusal();
            case Recorded recorded -> new ActivityReceipt(recorded.id(), recorded.duplicate());
        };
    }

    private CompletableFuture<Connection<ActivityEvent>> events(
            Participant participant, DataFetchingEnvironment environment) {
        long id = participant.id();
        ListPage page = pageSize.page(environment, LIST + ":" + id);
        EventPosition after = page.after(
                new EventPosition(LATEST, Long.MAX_VALUE),
                key -> new EventPosition(Instant.parse(key.get(0)), Long.parseLong(key.get(1))));
        return page.load(LIST, page.request(id, after), ActivityEvent::occurredAt, ActivityEvent::id);
    }

    private static CompletableFuture<List<DailyTally>> dailyTallies(
            Participant participant, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        DayRule rule = rule(input);
        LocalDate end = Objects.requireNonNullElseGet(input.optionalDay("endDate"), () -> today(rule, environment));
        LocalDate start = Objects.requireNonNullElseGet(input.optionalDay("startDate"), () -> end.minusDays(6));
        long days = ChronoUnit.DAYS.between(start, end);
        if (days < 0 || days >= MAX_DAYS) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`startDate` to `endDate` must be 1 to " + MAX_DAYS + " days; they are " + (days + 1) + ".");
        }
        var range = new TallyRange(participant.id(), rule, start, end);
        return Loaders.<TallyRange, List<DailyTally>>load(environment, TALLIES, range)
                .thenApply(found -> found == null ? List.of() : found);
    }

    private static LocalDate today(DayRule rule, DataFetchingEnvironment environment) {
        Instant now = RequestContext.of(environment).now();
        return now.atZone(rule.timeZone()).toLocalDate();
    }

    private static DayRule rule(Input input) {
        try {
            return DayRuleInput.read(input.optionalObject("dayRule"), "dayRule");
        } catch (RefusedException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`dayRule` is not valid: " + e.refusal().message(),
                    e);
        }
    }

    private static String text(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
