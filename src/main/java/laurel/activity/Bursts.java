package laurel.activity;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Finds and mutes bursts, whatever the order in which their events arrive. */
@Singleton
class Bursts {
    private final BurstRepository repository;

    Bursts(BurstRepository repository) {
        this.repository = repository;
    }

    /** Mutes what these new events, which are stored, make bursts of; gives all events that are muted only now. */
    List<ActivityEvent> mute(Handle transaction, Collection<ActivityEvent> fresh) {
        Set<BusySecond> touched = fresh.stream().map(BusySecond::of).collect(Collectors.toSet());
        Set<BusySecond> busy = repository.busy(transaction, touched);
        if (busy.isEmpty()) {
            return List.of();
        }
        repository.note(transaction, busy);
        Set<BusySecond> bursts = BusySecond.bursts(repository.around(transaction, busy));
        return bursts.isEmpty() ? List.of() : repository.mute(transaction, bursts);
    }
}
