package laurel.activity.model;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The activity of each participant on each local day, computed from all events at once. */
final class ModelTallies {
    private final Map<String, Map<LocalDate, ModelDay>> days;
    /** Without events that the social policy mutes. */
    private final Map<String, Map<LocalDate, ModelDay>> countedDays;

    /** @param events without duplicates, including muted events */
    ModelTallies(Collection<ModelEvent> events, ModelDayRule rule) {
        days = days(events, rule);
        countedDays = days(ModelBursts.SOCIAL.withoutBursts(events), rule);
    }

    private static Map<String, Map<LocalDate, ModelDay>> days(Collection<ModelEvent> events, ModelDayRule rule) {
        Map<String, Map<LocalDate, ModelDay>> days = new HashMap<>();
        for (ModelEvent event : events) {
            for (String participant : event.parties()) {
                days.computeIfAbsent(participant, one -> new TreeMap<>())
                        .computeIfAbsent(rule.day(event, participant), day -> new ModelDay(participant))
                        .add(event);
            }
        }
        return days;
    }

    Set<String> participants() {
        return new TreeSet<>(days.keySet());
    }

    Map<LocalDate, ModelDay> days(String participant) {
        return days.getOrDefault(participant, new TreeMap<>());
    }

    /** The days that the social policy scores. */
    Map<LocalDate, ModelDay> countedDays(String participant) {
        return countedDays.getOrDefault(participant, new TreeMap<>());
    }

    Set<LocalDate> activeDates(String participant) {
        return days(participant).keySet();
    }

    /** The streak of all days with activity. */
    ModelStreak streak(String participant) {
        return ModelStreak.ofDays(activeDates(participant));
    }

    /** Lines such as {@code ann 2026-03-01 dm.sent ACTOR 3 of 2}: number of events and of different peers. */
    List<String> lines() {
        return days.entrySet().stream()
                .flatMap(participant -> participant.getValue().entrySet().stream()
                        .flatMap(day -> day.getValue().lines().stream()
                                .map(line -> participant.getKey() + " " + day.getKey() + " " + line)))
                .sorted()
                .toList();
    }
}
