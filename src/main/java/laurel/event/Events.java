package laurel.event;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.event.AppEvent.EventFilter;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import laurel.request.ListRequest;

/** Publishes and reads events. */
@Singleton
public class Events implements LeaderboardListener {
    private final Sql sql;
    private final EventRepository repository;
    private final Signals signals;

    Events(Sql sql, EventRepository repository, Signals signals) {
        this.sql = sql;
        this.repository = repository;
        this.signals = signals;
    }

    /**
     * Stores events in the transaction of this thread, which causes them. They are stored before its commit, when it needs no
     * other lock any more. From then until it ends no other transaction can store events of the same apps, so that ids become
     * visible in order.
     */
    public void publish(Collection<NewEvent> events) {
        if (!events.isEmpty()) {
            List<NewEvent> copy = List.copyOf(events);
            Set<Integer> apps = copy.stream().map(NewEvent::appId).collect(Collectors.toSet());
            sql.beforeCommit(() -> {
                repository.lock(apps);
                repository.insert(copy);
            });
            signals.afterCommit(
                    apps.stream().map(app -> new Signal(Topic.EVENTS, app)).toList());
        }
    }

    /** Publishes the events that their leaderboard does not have yet, by type and number. */
    public void publishOnce(Collection<NewEvent> events) {
        publish(events.stream().filter(event -> !repository.exists(event)).toList());
    }

    /** The events of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, AppEvent> byIds(int app, Set<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(AppEvent::id, Function.identity()));
    }

    /** The id of an app's last event; 0 before the first. */
    public long last(int app) {
        return repository.last(app);
    }

    /** The events of each of these lists. */
    public Map<ListRequest<EventFilter, Long>, List<AppEvent>> listed(
            int app, Set<ListRequest<EventFilter, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        if (before.archivedAt() == null && after.archivedAt() != null) {
            var archived = new NewEvent(after.appId(), EventType.LEADERBOARD_ARCHIVED, after.id(), null, null, now);
            publish(List.of(archived));
        }
    }
}
