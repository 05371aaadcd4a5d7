package laurel.activity;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.activity.ActivityEventRepository.Known;
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.database.partition.Attempts;
import laurel.database.partition.GrowingTable;
import laurel.database.partition.MonthPartitions;
import laurel.database.sql.Sql;
import laurel.participant.Participants;
import laurel.participant.Participants.Met;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;

/** The transaction that stores events and counts them: a fixed number of statements, whatever the number of events. */
@Singleton
class ActivityRecorder implements GrowingTable {
    private final Sql sql;
    private final Participants participants;
    private final DayRules days;
    private final ActivityEventRepository repository;
    private final ActivityCounter counter;
    private final MonthPartitions partitions;

    ActivityRecorder(
            Sql sql,
            Participants participants,
            DayRules days,
            ActivityEventRepository repository,
            ActivityCounter counter) {
        this.sql = sql;
        this.participants = participants;
        this.days = days;
        this.repository = repository;
        this.counter = counter;
        this.partitions = new MonthPartitions(sql, "activity_event", "occurred in month ");
    }

    /**
     * Stores and counts events, in order, and says what became of each. The participants of those that are new are met in a
     * transaction before: in this one boards are locked, and who submits scores meets participants under those locks.
     */
    List<ActivityResult> record(int app, List<CheckedActivity> events) {
        Map<String, Known> known = repository.known(app, names(events));
        Map<String, CheckedActivity> unknown = new LinkedHashMap<>();
        events.stream()
                .filter(event -> !known.containsKey(event.sent().externalId()))
                .forEach(event -> unknown.putIfAbsent(event.sent().externalId(), event));
        if (unknown.isEmpty()) {
            return events.stream()
                    .map(event ->
                            again(event, requireNonNull(known.get(event.sent().externalId()))))
                    .toList();
        }
        Instant now = events.getLast().receivedAt();
        counter.prepare(now);
        partitions.open(
                unknown.values().stream().map(CheckedActivity::occurredAt).toList());
        Met met = participants.meet(
                app,
                unknown.values().stream().flatMap(CheckedActivity::participants).toList(),
                now);
        return Attempts.inTransaction(sql, () -> record(app, events, met, now));
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    private List<ActivityResult> record(int app, List<CheckedActivity> events, Met met, Instant now) {
        days.lock(app);
        List<ActivityResult> results = judge(app, events);
        List<StoredDayRule> rules = days.ofApp(app);
        EventParticipants parties = new EventParticipants(met);
        List<CheckedActivity> fresh = new ArrayList<>();
        List<ActivityEvent> stored = new ArrayList<>();
        for (int n = 0; n < events.size(); n++) {
            if (results.get(n) instanceof Recorded recorded && !recorded.duplicate()) {
                fresh.add(events.get(n));
                stored.add(parties.stored(recorded.id(), events.get(n), rules));
            }
        }
        if (!stored.isEmpty()) {
            repository.insert(app, stored);
            counter.count(app, stored, rules, parties.belongings(fresh), now);
        }
        return results;
    }

    /** Says what becomes of each; the ids of those that are new are kept. */
    private List<ActivityResult> judge(int app, List<CheckedActivity> events) {
        Map<String, Known> known = new HashMap<>(repository.known(app, names(events)));
        List<Long> ids = repository.nextIds(events);
        List<Known> made = new ArrayList<>();
        List<ActivityResult> results = new ArrayList<>();
        for (CheckedActivity event : events) {
            String name = event.sent().externalId();
            Known first = known.get(name);
            if (first == null) {
                first = new Known(name, ids.get(results.size()), event.digest());
                known.put(name, first);
                made.add(first);
                results.add(new Recorded(first.id(), false));
            } else {
                results.add(again(event, first));
            }
        }
        if (!made.isEmpty()) {
            repository.insertIds(app, made);
        }
        return results;
    }

    private static ActivityResult again(CheckedActivity event, Known first) {
        return first.digest().equals(event.digest())
                ? new Recorded(first.id(), true)
                : new Refused(new Refusal(
                        ErrorCode.EVENT_CONFLICT,
                        "Another event with the external ID `" + event.sent().externalId() + "` is recorded.",
                        List.of("externalId")));
    }

    private static List<String> names(List<CheckedActivity> events) {
        return events.stream()
                .map(event -> event.sent().externalId())
                .distinct()
                .toList();
    }
}
