package laurel.activity.model;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What everybody did on each of their days: by participant, by day. */
final class ModelTallies {
    private final Map<String, TreeMap<LocalDate, SocialDay>> days = new HashMap<>();

    /** @param events once each, muted ones too */
    ModelTallies(Collection<ModelEvent> events, ModelDays rule) {
        for (ModelEvent event : ModelBursts.counted(events)) {
            for (String who : event.parties()) {
                days.computeIfAbsent(who, one -> new TreeMap<>())
                        .computeIfAbsent(rule.day(event, who), day -> new SocialDay(who))
                        .add(event);
            }
        }
    }

    Set<String> participants() {
        return new TreeSet<>(days.keySet());
    }

    Map<LocalDate, SocialDay> of(String who) {
        return days.getOrDefault(who, new TreeMap<>());
    }

    Set<LocalDate> active(String who) {
        return of(who).keySet();
    }

    /** Every day is a streak's. */
    ModelStreak streak(String who) {
        return ModelStreak.ofDays(active(who));
    }

    /** With whom else, in so many days that end with this one. */
    Set<String> peers(String who, LocalDate last, int count) {
        return of(who).entrySet().stream()
                .filter(day -> day.getKey().isAfter(last.minusDays(count))
                        && !day.getKey().isAfter(last))
                .map(Map.Entry::getValue)
                .map(SocialDay::peers)
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
    }

    /** Lines such as {@code ann 2026-03-01 dm.sent ACTOR 3 of 2}: events and different others. */
    List<String> lines() {
        return days.entrySet().stream()
                .flatMap(who -> who.getValue().entrySet().stream().flatMap(day -> day.getValue().lines().stream()
                        .map(line -> who.getKey() + " " + day.getKey() + " " + line)))
                .sorted()
                .toList();
    }
}
