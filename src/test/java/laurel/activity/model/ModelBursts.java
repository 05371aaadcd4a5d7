package laurel.activity.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Bursts, found naively: for each event of an actor, the events from then on are counted until the duration has passed. If they
 * are more than allowed, all of them are muted.
 *
 * @param eventTypes event types that are counted together
 * @param maxEvents  highest number of events within the duration that is no burst
 */
record ModelBursts(Set<String> eventTypes, int maxEvents, Duration duration) {
    /** The rule of the social policy: messages, more than 5 per second for 10 seconds. */
    static final ModelBursts SOCIAL = new ModelBursts(Set.of("dm.sent", "room.message"), 50, Duration.ofSeconds(10));

    /** Returns the events that count. @param events without duplicates */
    List<ModelEvent> withoutBursts(Collection<ModelEvent> events) {
        Set<ModelEvent> muted = muted(events);
        return events.stream().filter(event -> !muted.contains(event)).toList();
    }

    /** Returns the muted events. @param events without duplicates */
    Set<ModelEvent> muted(Collection<ModelEvent> events) {
        Map<String, List<ModelEvent>> byActor = new HashMap<>();
        for (ModelEvent event : events) {
            if (eventTypes.contains(event.eventType())) {
                byActor.computeIfAbsent(event.actor(), actor -> new ArrayList<>())
                        .add(event);
            }
        }
        Set<ModelEvent> muted = new HashSet<>();
        byActor.values()
                .forEach(ofActor -> ofActor.forEach(first -> {
                    List<ModelEvent> span = span(ofActor, first.occurredAt());
                    if (span.size() > maxEvents) {
                        muted.addAll(span);
                    }
                }));
        return muted;
    }

    private List<ModelEvent> span(List<ModelEvent> events, Instant start) {
        Instant end = start.plus(duration);
        return events.stream()
                .filter(event -> !event.occurredAt().isBefore(start)
                        && event.occurredAt().isBefore(end))
                .toList();
    }
}
