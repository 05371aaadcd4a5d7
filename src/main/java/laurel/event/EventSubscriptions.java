package laurel.event;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import laurel.database.connection.ConnectedServer;
import laurel.database.signal.Signal;
import laurel.database.signal.Signals;
import laurel.event.AppEvent.EventFilter;
import laurel.event.EventSubscription.EventSubscriber;
import laurel.request.Emission;
import laurel.request.ListRequest;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events for all subscribers of this node. After a signal, one look-up reads the events after each position that
 * subscribers have reached, so all subscribers that are up to date cost one look-up together.
 */
@Singleton
public class EventSubscriptions {
    private static final Logger LOG = LoggerFactory.getLogger(EventSubscriptions.class);

    /** Maximum number of events read at once for each position. A subscriber that is far behind receives them in parts. */
    static final int MAX_READ = 100;

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Events events;
    private final ConnectedServer server;
    private final Set<EventSubscriber> subscribers = ConcurrentHashMap.newKeySet();
    /** Apps with events to read. */
    private final Set<Integer> pending = ConcurrentHashMap.newKeySet();

    /** Apps whose events could not be read the last time. */
    private final Set<Integer> failing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ExecutorService rounds =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("events").factory());
    private final Signals signals;
    /** Null while there are no subscribers. */
    private Signals.@Nullable Registration listening;

    EventSubscriptions(Events events, ConnectedServer server, Signals signals) {
        this.events = events;
        this.server = server;
        this.signals = signals;
    }

    @PreDestroy
    synchronized void stop() {
        if (listening != null) {
            listening.close();
        }
        rounds.shutdownNow();
    }

    void add(EventSubscriber subscriber) {
        synchronized (this) {
            subscribers.add(subscriber);
            if (listening == null) {
                listening = signals.listen(this::signalled);
            }
        }
        wake(subscriber.app());
    }

    synchronized void remove(EventSubscriber subscriber) {
        subscribers.remove(subscriber);
        if (subscribers.isEmpty() && listening != null) {
            listening.close();
            listening = null;
        }
    }

    /** Reads the events of an app soon. */
    void wake(int app) {
        pending.add(app);
        wake();
    }

    private void wake() {
        if (!subscribers.isEmpty() && !rounds.isShutdown() && scheduled.compareAndSet(false, true)) {
            rounds.execute(this::round);
        }
    }

    private void signalled(Signal signal) {
        switch (signal.topic()) {
            case EVENTS -> wake(signal.id());
            case ANYTHING ->
                subscribers.stream().map(EventSubscriber::app).distinct().forEach(this::wake);
            case BACKLOG, LEADERBOARD, PERMISSIONS -> {}
        }
    }

    private void round() {
        scheduled.set(false);
        Set<Integer> apps = Set.copyOf(pending);
        pending.removeAll(apps);
        try {
            Map<Integer, List<EventSubscriber>> byApp = subscribers.stream()
                    .filter(subscriber -> apps.contains(subscriber.app()) && subscriber.ready())
                    .collect(Collectors.groupingBy(EventSubscriber::app));
            byApp.forEach(this::tryToEmit);
        } catch (Throwable e) {
            LOG.warn("Could not read events for subscriptions", e);
        }
    }

    private void tryToEmit(int app, List<EventSubscriber> ready) {
        try {
            emit(app, ready);
            failing.remove(app);
        } catch (Throwable e) {
            // No subscriber misses an event: the next attempt reads from their positions.
            if (failing.add(app)) {
                LOG.warn("Could not read the events of app {} for subscriptions; retrying", app, e);
            }
            CompletableFuture.delayedExecutor(RETRY.toMillis(), TimeUnit.MILLISECONDS, rounds)
                    .execute(() -> wake(app));
        }
    }

    private void emit(int app, List<EventSubscriber> ready) {
        String current = server.current();
        List<EventSubscriber> others =
                ready.stream().filter(subscriber -> !subscriber.isFrom(current)).toList();
        if (!others.isEmpty()) {
            long last = events.last(app);
            others.forEach(subscriber -> subscriber.startAt(last, current));
        }
        Set<ListRequest<EventFilter, Long>> lists =
                ready.stream().map(subscriber -> subscriber.next(MAX_READ)).collect(Collectors.toSet());
        Map<ListRequest<EventFilter, Long>, List<AppEvent>> found = events.listed(app, lists);
        Map<AppEvent, Emission> emissions = new HashMap<>();
        for (EventSubscriber subscriber : ready) {
            List<AppEvent> page = found.getOrDefault(subscriber.next(MAX_READ), List.of());
            try {
                subscriber.emit(page, event -> emissions.computeIfAbsent(event, subscriber::emission));
            } catch (Throwable e) {
                LOG.warn("Could not emit an event to a subscriber", e);
                remove(subscriber);
                subscriber.fail(new RequestException(
                        RequestErrorCode.INTERNAL, "The subscription has failed; resume it with `after`.", e));
            }
        }
    }
}
