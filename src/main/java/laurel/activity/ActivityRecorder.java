package laurel.activity;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.activity.ActivityEventRepository.RecordedEvent;
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.database.connection.ConnectedServer;
import laurel.database.partition.GrowingTable;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Sql;
import laurel.participant.FoundParticipants;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;

/** Stores and counts events in one transaction, with a constant number of statements. */
@Singleton
class ActivityRecorder implements GrowingTable {
    /** Attempts to record events of participants that are erased at the same time. */
    private static final int MAX_ATTEMPTS = 5;

    private final Sql sql;
    private final Participants participants;
    private final DayRules dayRules;
    private final ActivityEventRepository repository;
    private final CountedGroups countedGroups;
    private final ActivityCounter counter;
    private final MonthPartitions partitions;

    ActivityRecorder(
            Sql sql,
            ConnectedServer server,
            Participants participants,
            DayRules dayRules,
            ActivityEventRepository repository,
            CountedGroups countedGroups,
            ActivityCounter counter) {
        this.sql = sql;
        this.participants = participants;
        this.dayRules = dayRules;
        this.repository = repository;
        this.countedGroups = countedGroups;
        this.counter = counter;
        this.partitions = MonthPartitions.withoutDropped(
                sql, server, "activity_event", "occurred in month ", "activity_dropped_month");
    }

    /**
     * Stores and counts events in order. Creates the participants of new events in an earlier transaction: this one locks
     * leaderboards, and submissions create participants before they lock leaderboards.
     *
     * @param shared whether the events are of several requests
     */
    List<ActivityResult> record(int app, List<CheckedActivity> events, boolean shared) {
        Map<String, RecordedEvent> known = repository.recorded(app, externalIds(events));
        Map<String, CheckedActivity> newEvents = new LinkedHashMap<>();
        events.stream()
                .filter(event -> !known.containsKey(event.sent().externalId()))
                .forEach(event -> newEvents.putIfAbsent(event.sent().externalId(), event));
        if (newEvents.isEmpty()) {
            return events.stream()
                    .map(event -> repeated(
                            event, requireNonNull(known.get(event.sent().externalId()))))
                    .toList();
        }
        // Requests that share the transaction may be in another order than their times.
        Instant now = events.stream()
                .map(CheckedActivity::receivedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        counter.prepare(now);
        partitions.open(
                newEvents.values().stream().map(CheckedActivity::occurredAt).toList());
        return record(app, events, newEvents.values(), shared, now);
    }

    /** Again if a participant was erased after it was found: the events are then those of a new one. */
    private List<ActivityResult> record(
            int app, List<CheckedActivity> events, Collection<CheckedActivity> newEvents, boolean shared, Instant now) {
        List<ParticipantInput> inputs =
                newEvents.stream().flatMap(CheckedActivity::participants).toList();
        for (int attempt = 1; ; attempt++) {
            FoundParticipants foundParticipants = participants.findOrCreate(app, inputs, now);
            try {
                return PartitionRetry.inTransaction(sql, () -> record(app, events, foundParticipants, shared, now));
            } catch (ErasedMeanwhileException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** A participant of an event was erased after it was found. */
    private static final class ErasedMeanwhileException extends RuntimeException {
        ErasedMeanwhileException() {
            super("a participant was erased meanwhile", null, false, false);
        }
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    private List<ActivityResult> record(
            int app, List<CheckedActivity> events, FoundParticipants foundParticipants, boolean shared, Instant now) {
        dayRules.lockCounts(app);
        // Read under the lock, in the same round trip.
        Supplier<List<RecordedEvent>> known = sql.later(() -> repository.find(app, externalIds(events)));
        Supplier<List<Long>> ids = sql.later(() -> repository.nextIds(events));
        ActivityCounter.Counting counting = counter.start(app, shared);
        List<StoredDayRule> rules = dayRules.ofApp(app);
        List<ActivityResult> results = storeIds(app, events, known.get(), ids.get());
        ActivityEventFactory factory = new ActivityEventFactory(foundParticipants);
        List<CheckedActivity> added = new ArrayList<>();
        List<ActivityEvent> stored = new ArrayList<>();
        for (int n = 0; n < events.size(); n++) {
            if (results.get(n) instanceof Recorded recorded && !recorded.duplicate()) {
                added.add(events.get(n));
                stored.add(factory.create(recorded.id(), events.get(n), rules));
            }
        }
        if (!stored.isEmpty()) {
            if (repository.insert(app, stored, foundParticipants.ids().values()) < stored.size()) {
                throw new ErasedMeanwhileException();
            }
            countedGroups.add(app, stored, rules);
            counting.count(stored, rules, factory.reportedGroups(added), now);
        }
        return results;
    }

    /** Stores the ids of new events. Returns the result of each event. */
    private List<ActivityResult> storeIds(
            int app, List<CheckedActivity> events, List<RecordedEvent> recorded, List<Long> ids) {
        Map<String, RecordedEvent> known = new HashMap<>();
        recorded.forEach(event -> known.put(event.externalId(), event));
        List<RecordedEvent> added = new ArrayList<>();
        List<ActivityResult> results = new ArrayList<>();
        for (CheckedActivity event : events) {
            String externalId = event.sent().externalId();
            RecordedEvent first = known.get(externalId);
            long id = ids.get(results.size());
            if (first == null && id == 0) {
                results.add(
                        notRetained(event, "occurred in a month whose events are no longer retained", "occurredAt"));
            } else if (first == null) {
                first = new RecordedEvent(externalId, id, event.digest(), false);
                known.put(externalId, first);
                added.add(first);
                results.add(new Recorded(first.id(), false));
            } else {
                results.add(repeated(event, first));
            }
        }
        if (!added.isEmpty()) {
            repository.insertIds(app, added);
        }
        return results;
    }

    private static ActivityResult repeated(CheckedActivity event, RecordedEvent first) {
        if (!event.matches(first.digest())) {
            return new Refused(new Refusal(
                    ErrorCode.EVENT_CONFLICT,
                    "Another event with the external ID `" + event.sent().externalId() + "` is recorded.",
                    List.of("externalId")));
        }
        return first.dropped()
                ? notRetained(event, "is recorded, and no longer retained", "externalId")
                : new Recorded(first.id(), true);
    }

    private static Refused notRetained(CheckedActivity event, String why, String path) {
        return new Refused(new Refusal(
                ErrorCode.OCCURRED_TOO_LONG_AGO,
                "The event with the external ID `" + event.sent().externalId() + "` " + why + ".",
                List.of(path)));
    }

    private static List<String> externalIds(List<CheckedActivity> events) {
        return events.stream()
                .map(event -> event.sent().externalId())
                .distinct()
                .toList();
    }
}
