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

/** Which events are more than a person does: more than 5 a second, for more than 10 seconds. */
final class ModelBursts {
    private static final int MOST_EVENTS = 5;
    private static final int MOST_SECONDS = 10;

    private ModelBursts() {}

    /** Those that count. Each is given once. */
    static List<ModelEvent> counted(Collection<ModelEvent> events) {
        Map<String, TreeMap<Long, List<ModelEvent>>> seconds = new HashMap<>();
        for (ModelEvent event : events) {
            seconds.computeIfAbsent(event.actor(), actor -> new TreeMap<>())
                    .computeIfAbsent(event.at().getEpochSecond(), second -> new ArrayList<>())
                    .add(event);
        }
        Set<ModelEvent> muted = new HashSet<>();
        seconds.values().forEach(actor -> mute(actor, muted));
        return events.stream().filter(event -> !muted.contains(event)).toList();
    }

    private static void mute(SortedMap<Long, List<ModelEvent>> seconds, Set<ModelEvent> muted) {
        List<Long> run = new ArrayList<>();
        for (Map.Entry<Long, List<ModelEvent>> second : seconds.entrySet()) {
            boolean busy = second.getValue().size() > MOST_EVENTS;
            if (!run.isEmpty() && (!busy || second.getKey() != run.getLast() + 1)) {
                mute(seconds, run, muted);
                run.clear();
            }
            if (busy) {
                run.add(second.getKey());
            }
        }
        mute(seconds, run, muted);
    }

    private static void mute(SortedMap<Long, List<ModelEvent>> seconds, List<Long> run, Set<ModelEvent> muted) {
        if (run.size() > MOST_SECONDS) {
            run.forEach(second -> muted.addAll(seconds.getOrDefault(second, List.of())));
        }
    }
}
