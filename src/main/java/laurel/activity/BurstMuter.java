package laurel.activity;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds and mutes bursts, whatever the order in which their events arrive. */
@Singleton
class BurstMuter {
    private final BurstRepository repository;

    BurstMuter(BurstRepository repository) {
        this.repository = repository;
    }

    /** Mutes what these new events, which are stored, make bursts of; gives all events that are muted only now. */
    List<ActivityEvent> mute(Collection<ActivityEvent> fresh) {
        Set<BusySecond> touched = fresh.stream().map(BusySecond::of).collect(Collectors.toSet());
        Set<BusySecond> busy = repository.busy(touched);
        if (busy.isEmpty()) {
            return List.of();
        }
        repository.note(busy);
        Set<BusySecond> bursts = BusySecond.bursts(repository.around(busy));
        return bursts.isEmpty() ? List.of() : mute(bursts, fresh);
    }

    /** All events of the seconds that are muted now; of those that were before, only the new ones are not muted yet. */
    private List<ActivityEvent> mute(Set<BusySecond> bursts, Collection<ActivityEvent> fresh) {
        Set<BusySecond> now = Set.copyOf(repository.mute(bursts));
        List<ActivityEvent> muted = new ArrayList<>();
        if (!now.isEmpty()) {
            muted.addAll(repository.muteEventsOf(now));
        }
        List<ActivityEvent> late = fresh.stream()
                .filter(event -> bursts.contains(BusySecond.of(event)) && !now.contains(BusySecond.of(event)))
                .toList();
        if (!late.isEmpty()) {
            repository.muteEvents(late);
            muted.addAll(late);
        }
        return muted;
    }
}
