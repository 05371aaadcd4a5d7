package laurel.activity;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.activity.ActivityEventRepository.Known;
import laurel.activity.ActivityResult.Recorded;
import laurel.activity.ActivityResult.Refused;
import laurel.database.Attempts;
import laurel.database.GrowingTable;
import laurel.database.MonthPartitions;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.participant.Profile;
import laurel.refusal.Refusal;
import laurel.refusal.RefusalCode;
import laurel.streak.DayRules;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The transaction that stores events and counts them: a fixed number of statements, whatever the number of events. */
@Singleton
class ActivityRecorder implements GrowingTable {
    private final Jdbi jdbi;
    private final Participants participants;
    private final DayRules days;
    private final ActivityEventRepository repository;
    private final ActivityCounter counter;
    private final MonthPartitions partitions;

    ActivityRecorder(
            Jdbi jdbi,
            Participants participants,
            DayRules days,
            ActivityEventRepository repository,
            ActivityCounter counter) {
        this.jdbi = jdbi;
        this.participants = participants;
        this.days = days;
        this.repository = repository;
        this.counter = counter;
        this.partitions = new MonthPartitions(jdbi, "activity_event", "occurred in month ");
    }

    /**
     * Stores and counts events, in order, and says what became of each. Participants are met in a transaction before: in this one
     * boards are locked, and who submits scores meets participants under those locks.
     */
    List<ActivityResult> record(int app, List<CheckedActivity> events) {
        Instant now = events.getLast().receivedAt();
        counter.prepare(now);
        partitions.open(events.stream().map(CheckedActivity::occurredAt).toList());
        Map<ParticipantRef, Long> ids = participants.meet(
                app, events.stream().flatMap(CheckedActivity::profiles).toList(), now);
        return Attempts.inTransaction(jdbi, transaction -> record(transaction, app, events, ids, now));
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    private List<ActivityResult> record(
            Handle transaction, int app, List<CheckedActivity> events, Map<ParticipantRef, Long> ids, Instant now) {
        days.lock(transaction, app);
        List<ActivityResult> results = judge(transaction, app, events);
        Map<Long, CheckedActivity> fresh = new LinkedHashMap<>();
        for (int n = 0; n < events.size(); n++) {
            if (results.get(n) instanceof Recorded recorded && !recorded.repeated()) {
                fresh.put(recorded.id(), events.get(n));
            }
        }
        if (!fresh.isEmpty()) {
            Map<Long, ZoneId> zones = participants.zones(transaction, ids.values());
            List<ActivityEvent> stored = fresh.entrySet().stream()
                    .map(one -> stored(one.getKey(), one.getValue(), ids, zones))
                    .toList();
            repository.insert(transaction, app, stored);
            counter.count(transaction, app, stored, ActivityCounter.belongings(fresh.values(), ids), now);
        }
        return results;
    }

    /** Says what becomes of each; the ids of those that are new are kept. */
    private List<ActivityResult> judge(Handle transaction, int app, List<CheckedActivity> events) {
        List<String> names =
                events.stream().map(event -> event.sent().id()).distinct().toList();
        Map<String, Known> known = new HashMap<>(repository.known(transaction, app, names));
        List<Long> ids = repository.nextIds(transaction, events);
        List<Known> made = new ArrayList<>();
        List<ActivityResult> results = new ArrayList<>();
        for (CheckedActivity event : events) {
            String name = event.sent().id();
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
            repository.insertIds(transaction, app, made);
        }
        return results;
    }

    private static ActivityResult again(CheckedActivity event, Known first) {
        return first.digest().equals(event.digest())
                ? new Recorded(first.id(), true)
                : new Refused(new Refusal(
                        RefusalCode.EVENT_CONFLICT, "Another event of this id was sent before.", List.of("id")));
    }

    private static ActivityEvent stored(
            long id, CheckedActivity event, Map<ParticipantRef, Long> ids, Map<Long, ZoneId> zones) {
        ActivityEventInput sent = event.sent();
        Profile peer = sent.peer();
        return new ActivityEvent(
                id,
                sent.id(),
                sent.type(),
                idOf(sent.actor().ref(), ids),
                peer == null ? null : idOf(peer.ref(), ids),
                sent.winner() == null ? null : idOf(sent.winner(), ids),
                event.value(),
                event.group(),
                event.zone(),
                zone(sent.actor(), ids, zones),
                peer == null ? null : zone(peer, ids, zones),
                event.occurredAt(),
                event.receivedAt(),
                event.attributes(),
                false);
    }

    /** As this event tells it, else as it is known. */
    private static @Nullable ZoneId zone(Profile profile, Map<ParticipantRef, Long> ids, Map<Long, ZoneId> zones) {
        return profile.zone() == null ? zones.get(idOf(profile.ref(), ids)) : ZoneId.of(profile.zone());
    }

    private static long idOf(ParticipantRef ref, Map<ParticipantRef, Long> ids) {
        return requireNonNull(ids.get(ref));
    }
}
