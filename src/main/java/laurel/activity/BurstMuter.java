package laurel.activity;

import static java.util.Objects.requireNonNull;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.activity.burst.BurstSegment.BurstEvent;
import laurel.activity.burst.Bursts;
import laurel.activity.burst.Bursts.MutedEvent;
import laurel.activity.burst.StoredBurstRule;

/** Mutes the events of bursts, in any order of arrival, within the caller's transaction, which holds the app's activity lock. */
@Singleton
class BurstMuter {
    private final Bursts bursts;
    private final ActivityEventRepository repository;

    BurstMuter(Bursts bursts, ActivityEventRepository repository) {
        this.bursts = bursts;
        this.repository = repository;
    }

    /** Returns the rules of an app, which are read together with the next statement. */
    Supplier<List<StoredBurstRule>> rules(int app) {
        return bursts.ofApp(app);
    }

    /** Mutes the bursts that stored new events cause. Returns the events that were not muted before, by id of the rule. */
    Map<Integer, List<ActivityEvent>> mute(int app, List<StoredBurstRule> rules, Collection<ActivityEvent> newEvents) {
        List<MutedEvent> muted = bursts.mute(
                rules,
                newEvents.stream()
                        .map(event -> new BurstEvent(event.actorId(), event.eventType(), event.occurredAt()))
                        .toList());
        return byRule(app, muted, newEvents);
    }

    /** Mutes the next events that were stored before their rule. Returns them by id of the rule. */
    Map<Integer, List<ActivityEvent>> muteEarlier(int app) {
        return byRule(app, bursts.muteEarlier(app), List.of());
    }

    private Map<Integer, List<ActivityEvent>> byRule(int app, List<MutedEvent> muted, Collection<ActivityEvent> known) {
        Map<Long, ActivityEvent> events = new HashMap<>(known.stream().collect(toMap(ActivityEvent::id, identity())));
        List<Long> unknown = muted.stream()
                .map(MutedEvent::eventId)
                .filter(id -> !events.containsKey(id))
                .distinct()
                .toList();
        if (!unknown.isEmpty()) {
            repository.byIds(app, unknown).forEach(event -> events.put(event.id(), event));
        }
        Map<Integer, List<ActivityEvent>> byRule = new HashMap<>();
        muted.forEach(one -> byRule.computeIfAbsent(one.burstRuleId(), none -> new ArrayList<>())
                .add(requireNonNull(events.get(one.eventId()))));
        return byRule;
    }
}
