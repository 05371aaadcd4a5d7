package laurel.event;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Signal;
import laurel.database.Signal.Topic;
import laurel.database.Signals;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Tells what happened, and gives it to who asks. */
@Singleton
public class Events implements LeaderboardListener {
    private final Jdbi jdbi;
    private final EventRepository repository;
    private final Signals signals;

    Events(Jdbi jdbi, EventRepository repository, Signals signals) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.signals = signals;
    }

    /**
     * Notes these events in the transaction that makes them so, as the last thing that it does: from here until it ends no
     * other can tell events of the same apps, so that numbers become visible in their order.
     */
    public void tell(Handle transaction, Collection<NewEvent> events) {
        if (!events.isEmpty()) {
            Set<Integer> apps = events.stream().map(NewEvent::appId).collect(Collectors.toSet());
            repository.lock(transaction, apps);
            repository.insert(transaction, events);
            signals.afterCommit(
                    transaction,
                    apps.stream().map(app -> new Signal(Topic.EVENTS, app)).toList());
        }
    }

    /** Tells those of these events that were not told of their board, by kind and number. */
    public void tellOnce(Handle transaction, Collection<NewEvent> events) {
        tell(
                transaction,
                events.stream()
                        .filter(event -> !repository.isTold(transaction, event))
                        .toList());
    }

    /** The events of these ids, by id; unknown ids and those of other apps are absent. */
    Map<Long, Event> byIds(int app, Set<Long> ids) {
        return jdbi.withHandle(handle -> repository.byIds(handle, app, ids)).stream()
                .collect(Collectors.toMap(Event::id, Function.identity()));
    }

    /** The id of an app's last event; 0 where there is none. */
    long last(int app) {
        return jdbi.withHandle(handle -> repository.last(handle, app));
    }

    /** The events of each of these lists. */
    Map<EventList, List<Event>> listed(int app, Set<EventList> lists) {
        Map<EventList, List<Event>> found =
                jdbi.withHandle(handle -> repository.listed(handle, app, List.copyOf(lists)));
        return lists.stream()
                .collect(Collectors.toMap(Function.identity(), list -> found.getOrDefault(list, List.of())));
    }

    @Override
    public void created(Handle transaction, Leaderboard leaderboard, Instant now) {}

    @Override
    public void changed(Handle transaction, Leaderboard before, Leaderboard after, Instant now) {
        if (before.archivedAt() == null && after.archivedAt() != null) {
            var archived = new NewEvent(after.appId(), EventKind.LEADERBOARD_ARCHIVED, after.id(), null, null, now);
            tell(transaction, List.of(archived));
        }
    }

    @Override
    public void deleted(Handle transaction, Leaderboard leaderboard, Instant now) {}
}
