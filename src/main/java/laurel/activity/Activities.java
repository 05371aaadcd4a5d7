package laurel.activity;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.activity.ActivityEvent.EventPosition;
import laurel.activity.ActivityResult.Refused;
import laurel.database.Batcher;
import laurel.database.QueueFullException;
import laurel.database.connection.Outage;
import laurel.group.GroupValue;
import laurel.group.Groups;
import laurel.participant.ParticipantInput;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.ListRequest;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Records and finds events. */
@Singleton
public class Activities {
    /** Waiting events are stored within this time. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ActivityEventRepository repository;
    private final Groups groups;
    private final Batcher<Integer, List<CheckedActivity>, List<ActivityResult>> batcher;
    private final int maxBatch;
    private final Duration maxAge;

    Activities(
            ActivityRecorder recorder,
            ActivityEventRepository repository,
            Groups groups,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch,
            @Value("${laurel.limits.queued-events:10000}") int maxWaiting,
            @Value("${laurel.limits.activity-age:400d}") Duration maxAge) {
        this.repository = repository;
        this.groups = groups;
        this.maxBatch = maxBatch;
        this.maxAge = maxAge;
        // Failed batches can be repeated, because an event counts once.
        this.batcher = new Batcher<>(
                maxBatch,
                maxWaiting,
                List::size,
                (app, requests) ->
                        Batcher.splitResults(requests, all -> recorder.record(app, all, requests.size() > 1)),
                failure -> !Outage.isOne(failure),
                Batcher.GATHERING);
    }

    /**
     * Stores and counts events in one transaction, which other requests may share. Returns a result for each, in the same
     * order. Refuses the batch as BATCH_TOO_LARGE beyond {@code laurel.limits.batch-size} events, and as OVERLOADED if more than
     * {@code laurel.limits.queued-events} events would wait, or more than half as many of the app.
     */
    public List<ActivityResult> record(int app, List<ActivityEventInput> events, Instant now) {
        Limits.batch(events, maxBatch, "events");
        Set<GroupValue> excess = excess(app, events);
        List<Refused> refused = new ArrayList<>();
        List<CheckedActivity> checked = new ArrayList<>();
        List<Boolean> accepted = new ArrayList<>();
        for (ActivityEventInput event : events) {
            try {
                checked.add(CheckedActivity.check(event, now, maxAge).checkGroups(excess));
                accepted.add(true);
            } catch (RefusedException e) {
                refused.add(new Refused(e.refusal()));
                accepted.add(false);
            }
        }
        var refusals = refused.iterator();
        var results = (checked.isEmpty() ? List.<ActivityResult>of() : recordInBatch(app, checked)).iterator();
        return accepted.stream()
                .<ActivityResult>map(isAccepted -> isAccepted ? results.next() : refusals.next())
                .toList();
    }

    /** Returns those of the participants' own groups that cannot be added to the app. */
    private Set<GroupValue> excess(int app, List<ActivityEventInput> events) {
        Set<GroupValue> own = events.stream()
                .flatMap(event -> Stream.of(event.actor(), event.peer()))
                .filter(Objects::nonNull)
                .map(ParticipantInput::group)
                .filter(Objects::nonNull)
                .flatMap(group -> group.all().stream())
                .filter(GroupValue::possible)
                .collect(Collectors.toSet());
        return own.isEmpty() ? Set.of() : groups.excess(app, own);
    }

    private List<ActivityResult> recordInBatch(int app, List<CheckedActivity> events) {
        try {
            return batcher.submit(app, events);
        } catch (QueueFullException e) {
            throw new RefusedException(new Refusal(
                            ErrorCode.OVERLOADED,
                            "More than " + e.limit() + " events wait to be stored; try again later.",
                            List.of())
                    .with(new Refusal.Detail.RetryAfter(RETRY_AFTER)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
        }
    }

    /** Returns events by id. Unknown events and events of other apps are absent. */
    public Map<Long, ActivityEvent> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(ActivityEvent::id, Function.identity()));
    }

    /** Returns pages of actors' events, newest first. Empty pages are absent. */
    public Map<ListRequest<Long, EventPosition>, List<ActivityEvent>> pages(
            int app, Set<ListRequest<Long, EventPosition>> pages) {
        return repository.pages(app, List.copyOf(pages));
    }
}
