package laurel.activity;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds bursts and mutes their events, in any order of arrival. An actor has a burst if it has more than 5 events in each of more
 * than 10 consecutive seconds.
 */
@Singleton
class BurstMuter {
    private final BurstRepository repository;

    BurstMuter(BurstRepository repository) {
        this.repository = repository;
    }

    /** Mutes the bursts that stored new events cause. Returns all events that were not muted before. */
    List<ActivityEvent> mute(Collection<ActivityEvent> newEvents) {
        Set<BusySecond> seconds = newEvents.stream().map(BusySecond::of).collect(Collectors.toSet());
        Set<BusySecond> busy = repository.busy(seconds);
        if (busy.isEmpty()) {
            return List.of();
        }
        repository.add(busy);
        Set<BusySecond> bursts = BusySecond.inBursts(repository.around(busy));
        return bursts.isEmpty() ? List.of() : mute(bursts, newEvents);
    }

    /** Mutes all events of seconds that were not muted before, and the new events of seconds that were. */
    private List<ActivityEvent> mute(Set<BusySecond> bursts, Collection<ActivityEvent> newEvents) {
        Set<BusySecond> newlyMuted = Set.copyOf(repository.mute(bursts));
        List<ActivityEvent> muted = new ArrayList<>();
        if (!newlyMuted.isEmpty()) {
            muted.addAll(repository.muteEventsOf(newlyMuted));
        }
        List<ActivityEvent> late = newEvents.stream()
                .filter(event -> bursts.contains(BusySecond.of(event)) && !newlyMuted.contains(BusySecond.of(event)))
                .toList();
        if (!late.isEmpty()) {
            repository.muteEvents(late);
            muted.addAll(late);
        }
        return muted;
    }
}
