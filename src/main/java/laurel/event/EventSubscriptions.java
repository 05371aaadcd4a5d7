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
import laurel.database.signal.Signal;
import laurel.database.signal.Signals;
import laurel.event.AppEvent.EventFilter;
import laurel.event.graphql.EventGraphQL;
import laurel.request.Connection;
import laurel.request.Emission;
import laurel.request.ListRequest;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events for all who follow them: woken by a signal, it asks once for what comes after each place that some of them
 * have reached, so those who are up to date cost one look-up together.
 */
@Singleton
public class EventSubscriptions {
    private static final Logger LOG = LoggerFactory.getLogger(EventSubscriptions.class);

    /** What is read at once for each place, so that one who is far behind gets it in parts. */
    static final int MOST = 100;

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Events events;
    private final Set<EventSubscription.Following> followers = ConcurrentHashMap.newKeySet();
    /** The apps to look at. */
    private final Set<Integer> marked = ConcurrentHashMap.newKeySet();

    /** Those whose events could not be read the last time. */
    private final Set<Integer> failing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean woken = new AtomicBoolean();
    private final ExecutorService rounds =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("events").factory());
    private final Signals signals;
    /** While anybody follows. */
    private Signals.@Nullable Listening listening;

    EventSubscriptions(Events events, Signals signals) {
        this.events = events;
        this.signals = signals;
    }

    @PreDestroy
    synchronized void stop() {
        if (listening != null) {
            listening.close();
        }
        rounds.shutdownNow();
    }

    void add(EventSubscription.Following following) {
        synchronized (this) {
            followers.add(following);
            if (listening == null) {
                listening = signals.listen(this::heard);
            }
        }
        wake(following.app());
    }

    synchronized void remove(EventSubscription.Following following) {
        followers.remove(following);
        if (followers.isEmpty() && listening != null) {
            listening.close();
            listening = null;
        }
    }

    /** Looks at the events of an app soon. */
    void wake(int app) {
        marked.add(app);
        wake();
    }

    private void wake() {
        if (!followers.isEmpty() && !rounds.isShutdown() && woken.compareAndSet(false, true)) {
            rounds.execute(this::round);
        }
    }

    private void heard(Signal signal) {
        switch (signal.topic()) {
            case EVENTS -> wake(signal.id());
            case ANYTHING ->
                followers.stream()
                        .map(EventSubscription.Following::app)
                        .distinct()
                        .forEach(this::wake);
            case LEADERBOARD -> {}
        }
    }

    private void round() {
        woken.set(false);
        Set<Integer> apps = Set.copyOf(marked);
        marked.removeAll(apps);
        try {
            Map<Integer, List<EventSubscription.Following>> byApp = followers.stream()
                    .filter(following -> apps.contains(following.app()) && following.ready())
                    .collect(Collectors.groupingBy(EventSubscription.Following::app));
            byApp.forEach(this::tryToTell);
        } catch (Throwable e) {
            LOG.warn("Could not look for events that are followed", e);
        }
    }

    private void tryToTell(int app, List<EventSubscription.Following> ready) {
        try {
            tell(app, ready);
            failing.remove(app);
        } catch (Throwable e) {
            // Whoever follows loses nothing: the next look reads from where they are.
            if (failing.add(app)) {
                LOG.warn("Could not read the events of app {} that are followed; they are read again", app, e);
            }
            CompletableFuture.delayedExecutor(RETRY.toMillis(), TimeUnit.MILLISECONDS, rounds)
                    .execute(() -> wake(app));
        }
    }

    private static Emission emission(int app, AppEvent event) {
        Connection.Edge<AppEvent> edge = EventGraphQL.edge(app, event);
        return new Emission(edge, edge.cursor());
    }

    private void tell(int app, List<EventSubscription.Following> ready) {
        if (ready.stream().anyMatch(EventSubscription.Following::begins)) {
            long last = events.last(app);
            ready.forEach(following -> following.startAt(last));
        }
        Set<ListRequest<EventFilter, Long>> lists =
                ready.stream().map(following -> following.next(MOST)).collect(Collectors.toSet());
        Map<ListRequest<EventFilter, Long>, List<AppEvent>> found = events.listed(app, lists);
        Map<AppEvent, Emission> emissions = new HashMap<>();
        for (EventSubscription.Following following : ready) {
            List<AppEvent> page = found.getOrDefault(following.next(MOST), List.of());
            try {
                following.take(page, event -> emissions.computeIfAbsent(event, told -> emission(app, told)));
            } catch (Throwable e) {
                LOG.warn("Could not tell one follower of events", e);
                remove(following);
                following.fail(new RequestException(
                        RequestErrorCode.INTERNAL, "The subscription has failed; resume it with `after`.", e));
            }
        }
    }
}
