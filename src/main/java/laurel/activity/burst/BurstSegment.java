package laurel.activity.burst;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;

/**
 * A time of an actor in which a rule may mute events.
 *
 * @param startTime exclusive
 * @param endTime   exclusive
 */
@Introspected
public record BurstSegment(StoredBurstRule rule, long actorId, Instant startTime, Instant endTime) {
    /** Events that occur earlier or later than this are not accepted. */
    private static final Instant MIN = Instant.parse("1900-01-01T00:00:00Z");

    private static final Instant MAX = Instant.parse("9900-01-01T00:00:00Z");

    /** A stored event. */
    public record BurstEvent(long actorId, String eventType, Instant occurredAt) {}

    private record RuleOfActor(StoredBurstRule rule, long actorId) {}

    /** Returns all times of an actor. */
    static BurstSegment all(StoredBurstRule rule, long actorId) {
        return new BurstSegment(rule, actorId, MIN, MAX);
    }

    /** Returns the times in which new events may cause bursts: less than the duration of a rule before and after each. */
    static List<BurstSegment> around(Collection<StoredBurstRule> rules, Collection<BurstEvent> events) {
        Map<RuleOfActor, TreeSet<Instant>> times = new HashMap<>();
        for (StoredBurstRule rule : rules) {
            for (BurstEvent event : events) {
                if (rule.rule().eventTypes().contains(event.eventType)) {
                    times.computeIfAbsent(new RuleOfActor(rule, event.actorId), none -> new TreeSet<>())
                            .add(event.occurredAt);
                }
            }
        }
        List<BurstSegment> segments = new ArrayList<>();
        times.forEach((of, ofActor) -> segments.addAll(joined(of, ofActor)));
        return segments;
    }

    private static List<BurstSegment> joined(RuleOfActor of, TreeSet<Instant> times) {
        Duration duration = of.rule.rule().duration().time();
        List<BurstSegment> segments = new ArrayList<>();
        Instant first = times.first();
        Instant last = first;
        for (Instant time : times) {
            if (time.isAfter(last.plus(duration.multipliedBy(2)))) {
                segments.add(new BurstSegment(of.rule, of.actorId, first.minus(duration), last.plus(duration)));
                first = time;
            }
            last = time;
        }
        segments.add(new BurstSegment(of.rule, of.actorId, first.minus(duration), last.plus(duration)));
        return segments;
    }

    /** The event types, joined by spaces. */
    String eventTypes() {
        return String.join(" ", rule.rule().eventTypes());
    }

    /** Returns the smallest possible id of its events. */
    long firstId() {
        return PartitionedId.first(MonthPartitions.month(startTime));
    }

    /** Returns an id that is greater than those of its events. */
    long endId() {
        return PartitionedId.first(MonthPartitions.month(endTime) + 1);
    }
}
