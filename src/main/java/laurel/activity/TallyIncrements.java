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

/** Adds up by how much events change tallies, in memory. */
final class TallyIncrements {
    private final Collection<StoredDayRule> rules;
    private final Map<TallyKey, Change> tallies = new HashMap<>();
    private final Map<TallyKey.WithPeer, Integer> peers = new HashMap<>();
    /** By the key of the line, its part being none: one event is one, whatever parts one has in it. */
    private final Map<Active, Integer> active = new HashMap<>();

    /** @param rules in order of id; each event counts on a day of each of them */
    TallyIncrements(Collection<StoredDayRule> rules) {
        this.rules = rules;
    }

    /** By how much a line changes. */
    record Change(int events, BigDecimal total) {
        Change plus(Change other) {
            return new Change(events + other.events, total.add(other.total));
        }
    }

    private record Active(ParticipantDay day, String type) {}

    /** Counts an event once more, or, by -1, once less; only by the rules that there were when it was received. */
    void add(ActivityEvent event, int times) {
        Long peer = event.peerId();
        for (StoredDayRule rule : rules) {
            if (rule.id() > event.lastDayRuleId()) {
                return;
            }
            add(event, rule.id(), event.actorId(), event.actorDay(rule.rule()), EventRole.ACTOR, peer, times);
            if (peer != null) {
                add(event, rule.id(), peer, event.peerDay(rule.rule()), EventRole.PEER, event.actorId(), times);
            }
        }
    }

    private void add(
            ActivityEvent event,
            int rule,
            long participant,
            LocalDate day,
            EventRole part,
            @Nullable Long other,
            int times) {
        active.merge(new Active(new ParticipantDay(rule, participant, day), event.eventType()), times, Integer::sum);
        add(event, new TallyKey(rule, participant, day, event.eventType(), part), other, times);
        if (event.winnerId() != null && event.winnerId() == participant) {
            add(event, new TallyKey(rule, participant, day, event.eventType(), EventRole.WINNER), other, times);
        }
    }

    private void add(ActivityEvent event, TallyKey line, @Nullable Long other, int times) {
        BigDecimal value = event.value() == null ? BigDecimal.ZERO : event.value();
        tallies.merge(line, new Change(times, value.multiply(BigDecimal.valueOf(times))), Change::plus);
        if (other != null) {
            peers.merge(new TallyKey.WithPeer(line, other), times, Integer::sum);
        }
    }

    /** By how much each line changes. */
    Map<TallyKey, Change> tallies() {
        return tallies;
    }

    /** By how many events with each peer each line changes. */
    Map<TallyKey.WithPeer, Integer> peers() {
        return peers;
    }

    /** The days that it is about. */
    Set<ParticipantDay> days() {
        return active.keySet().stream().map(Active::day).collect(Collectors.toSet());
    }

    /** By how many events each of these days is more active, or less. */
    List<DayActivity> activity() {
        List<DayActivity> changes = new ArrayList<>();
        active.forEach((key, events) -> {
            ParticipantDay day = key.day;
            if (events != 0) {
                changes.add(new DayActivity(day.dayRuleId(), day.participantId(), day.day(), key.type, events));
            }
        });
        return changes;
    }

    /** One line of one daily tally. */
    record TallyKey(int dayRuleId, long participantId, LocalDate day, String type, EventRole part) {
        /** The same line's count of events with one other participant. */
        record WithPeer(TallyKey line, long peerId) {}
    }
}
