package laurel.activity;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.streak.DayActivity;
import laurel.streak.StoredDayRule;
import org.jspecify.annotations.Nullable;

/** Adds up changes of tallies in memory. */
final class TallyIncrements {
    private final Collection<StoredDayRule> rules;
    private final Map<TallyKey, TallyIncrement> tallies = new HashMap<>();
    private final Map<PeerTallyKey, Integer> peers = new HashMap<>();
    /** Numbers of events by day and type. An event counts once for a participant, even if it has two roles in it. */
    private final Map<TypeOnDay, Integer> eventCounts = new HashMap<>();

    /** @param rules day rules, ordered by id */
    TallyIncrements(Collection<StoredDayRule> rules) {
        this.rules = rules;
    }

    /** Change of a line of a tally. */
    record TallyIncrement(int eventCount, BigDecimal valueSum) {
        TallyIncrement plus(TallyIncrement other) {
            return new TallyIncrement(eventCount + other.eventCount, valueSum.add(other.valueSum));
        }
    }

    private record TypeOnDay(ParticipantDay day, String eventType) {}

    /** Adds an event. It counts by the day rules that existed when it was received. */
    void add(ActivityEvent event) {
        Long peer = event.peerId();
        for (StoredDayRule rule : rules) {
            if (rule.id() > event.lastDayRuleId()) {
                return;
            }
            add(event, rule.id(), event.actorId(), event.actorDay(rule), EventRole.ACTOR, peer);
            if (peer != null) {
                add(event, rule.id(), peer, event.peerDay(rule), EventRole.PEER, event.actorId());
            }
        }
    }

    private void add(
            ActivityEvent event, int dayRuleId, long participant, LocalDate day, EventRole role, @Nullable Long other) {
        eventCounts.merge(
                new TypeOnDay(new ParticipantDay(dayRuleId, participant, day), event.eventType()), 1, Integer::sum);
        add(event, new TallyKey(dayRuleId, participant, day, event.eventType(), role), other);
        if (event.winnerId() != null && event.winnerId() == participant) {
            add(event, new TallyKey(dayRuleId, participant, day, event.eventType(), EventRole.WINNER), other);
        }
    }

    private void add(ActivityEvent event, TallyKey line, @Nullable Long other) {
        BigDecimal value = event.value() == null ? BigDecimal.ZERO : event.value();
        tallies.merge(line, new TallyIncrement(1, value), TallyIncrement::plus);
        if (other != null) {
            peers.merge(new PeerTallyKey(line, other), 1, Integer::sum);
        }
    }

    /** Returns the changes of lines. */
    Map<TallyKey, TallyIncrement> tallies() {
        return tallies;
    }

    /** Returns the changes of the numbers of events per other participant. */
    Map<PeerTallyKey, Integer> peers() {
        return peers;
    }

    /** Returns the days with changes. */
    Set<ParticipantDay> days() {
        return eventCounts.keySet().stream().map(TypeOnDay::day).collect(Collectors.toSet());
    }

    /** Returns the changes of the numbers of events per day and type. */
    List<DayActivity> activity() {
        List<DayActivity> changes = new ArrayList<>();
        eventCounts.forEach((key, count) -> {
            ParticipantDay day = key.day;
            changes.add(new DayActivity(day.dayRuleId(), day.participantId(), day.day(), key.eventType, count));
        });
        return changes;
    }

    /** Identifies a line of a daily tally. */
    record TallyKey(int dayRuleId, long participantId, LocalDate day, String eventType, EventRole role) {}

    /** Identifies a line's number of events with one other participant. */
    record PeerTallyKey(TallyKey line, long peerId) {}
}
