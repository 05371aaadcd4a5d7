package laurel.activity.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Bursts: an actor's events that no person would cause. A burst is more than 10 consecutive seconds, each with more than
 * 5 events of the actor. Its events are muted: they are stored, but they do not count.
 */
final class ModelBursts {
    private static final int MAX_EVENTS_PER_SECOND = 5;
    private static final int MAX_SECONDS = 10;

    private ModelBursts() {}

    /**
     * Returns the events that count.
     *
     * @param events without duplicates
     */
    static List<ModelEvent> withoutBursts(Collection<ModelEvent> events) {
        Map<String, TreeMap<Long, List<ModelEvent>>> seconds = new HashMap<>();
        for (ModelEvent event : events) {
            seconds.computeIfAbsent(event.actor(), actor -> new TreeMap<>())
                    .computeIfAbsent(event.occurredAt().getEpochSecond(), second -> new ArrayList<>())
                    .add(event);
        }
        Set<ModelEvent> muted = new HashSet<>();
        seconds.values().forEach(actor -> muteBursts(actor, muted));
        return events.stream().filter(event -> !muted.contains(event)).toList();
    }

    private static void muteBursts(SortedMap<Long, List<ModelEvent>> seconds, Set<ModelEvent> muted) {
        List<Long> run = new ArrayList<>();
        for (Map.Entry<Long, List<ModelEvent>> second : seconds.entrySet()) {
            boolean busy = second.getValue().size() > MAX_EVENTS_PER_SECOND;
            if (!run.isEmpty() && (!busy || second.getKey() != run.getLast() + 1)) {
                muteIfBurst(seconds, run, muted);
                run.clear();
            }
            if (busy) {
                run.add(second.getKey());
            }
        }
        muteIfBurst(seconds, run, muted);
    }

    private static void muteIfBurst(SortedMap<Long, List<ModelEvent>> seconds, List<Long> run, Set<ModelEvent> muted) {
        if (run.size() > MAX_SECONDS) {
            run.forEach(second -> muted.addAll(seconds.getOrDefault(second, List.of())));
        }
    }
}
