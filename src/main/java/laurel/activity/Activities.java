package laurel.activity;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.activity.ActivityEvent.EventPosition;
import laurel.activity.ActivityResult.Refused;
import laurel.database.Batcher;
import laurel.database.connection.Outage;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.ListRequest;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Records events, and finds them. */
@Singleton
public class Activities {
    /** What waits is stored within less. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ActivityEventRepository repository;
    private final Batcher<Integer, List<CheckedActivity>, List<ActivityResult>> lanes;
    private final int maxBatch;
    private final int maxWaiting;
    private final Duration latest;

    Activities(
            ActivityRecorder recorder,
            ActivityEventRepository repository,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch,
            @Value("${laurel.limits.queued-events:10000}") int maxWaiting,
            @Value("${laurel.limits.activity-age:400d}") Duration latest) {
        this.repository = repository;
        this.maxBatch = maxBatch;
        this.maxWaiting = maxWaiting;
        this.latest = latest;
        // Whatever failed can be tried again, because an event counts once.
        this.lanes = new Batcher<>(
                maxBatch,
                maxWaiting,
                List::size,
                (app, requests) -> Batcher.apart(requests, all -> recorder.record(app, all)),
                failure -> !Outage.isOne(failure));
    }

    /**
     * Stores and counts events, in one transaction, which they may share with others, and says what became of each, in
     * the same order. Refuses the whole as BATCH_TOO_LARGE beyond {@code laurel.limits.batch-size} (default 1,000), and as
     * OVERLOADED where more than {@code laurel.limits.queued-events} (default 10,000) would wait for others.
     */
    public List<ActivityResult> record(int app, List<ActivityEventInput> events, Instant now) {
        Limits.batch(events, maxBatch, "events");
        List<Refused> refused = new ArrayList<>();
        List<CheckedActivity> checked = new ArrayList<>();
        List<Boolean> passed = new ArrayList<>();
        for (ActivityEventInput event : events) {
            try {
                checked.add(CheckedActivity.check(event, now, latest));
                passed.add(true);
            } catch (RefusedException e) {
                refused.add(new Refused(e.refusal()));
                passed.add(false);
            }
        }
        var no = refused.iterator();
        var yes = (checked.isEmpty() ? List.<ActivityResult>of() : ask(app, checked)).iterator();
        return passed.stream()
                .<ActivityResult>map(took -> took ? yes.next() : no.next())
                .toList();
    }

    private List<ActivityResult> ask(int app, List<CheckedActivity> events) {
        try {
            return lanes.ask(app, events);
        } catch (Batcher.FullException e) {
            throw new RefusedException(new Refusal(
                            ErrorCode.OVERLOADED,
                            "More than " + maxWaiting + " events wait to be stored; try again later.",
                            List.of())
                    .with(new Refusal.Detail.RetryAfter(RETRY_AFTER)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
        }
    }

    /** How many events wait for the transaction before theirs. */
    int waiting() {
        return lanes.waiting();
    }

    /** The events of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, ActivityEvent> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(ActivityEvent::id, Function.identity()));
    }

    /** What actors did last; where there is nothing it is absent. */
    public Map<ListRequest<Long, EventPosition>, List<ActivityEvent>> listed(
            int app, Set<ListRequest<Long, EventPosition>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }
}
