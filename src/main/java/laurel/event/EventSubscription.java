package laurel.event;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import laurel.event.AppEvent.EventFilter;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.ListRequest;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Emits events of an app.
 *
 * @param after    only events after this id; null for future events
 * @param types    only events of these types; null for all
 * @param boards   only events of these leaderboards; null for all, and for events of participants
 * @param emission converts an event for the client
 */
public record EventSubscription(
        EventSubscriptions subscriptions,
        int app,
        @Nullable Long after,
        @Nullable Set<EventType> types,
        @Nullable Set<Integer> boards,
        Function<AppEvent, Emission> emission)
        implements EventSource {
    @Override
    public Subscription subscribe(EventListener listener) {
        var subscriber = new EventSubscriber(this, listener);
        subscriptions.add(subscriber);
        return () -> subscriptions.remove(subscriber);
    }

    private boolean matches(AppEvent event) {
        return (types == null || types.contains(event.eventType()))
                && (boards == null || (event.leaderboardId() != null && boards.contains(event.leaderboardId())));
    }

    /** A listener and the id of the last event that it has received. Used by one thread at a time. */
    static final class EventSubscriber {
        private static final int UNKNOWN = -1;

        private final EventSubscription subscription;
        private final EventListener listener;
        private volatile long position;
        /** The server that the position is from; null if it is from the client, or unknown. */
        private @Nullable String server;

        private volatile CompletionStage<?> sent = CompletableFuture.completedStage(null);

        EventSubscriber(EventSubscription subscription, EventListener listener) {
            this.subscription = subscription;
            this.listener = listener;
            this.position = subscription.after == null ? UNKNOWN : subscription.after;
        }

        int app() {
            return subscription.app;
        }

        /** Whether all earlier emissions were sent. */
        boolean ready() {
            return sent.toCompletableFuture().isDone();
        }

        /** Whether its position is one of this server, as {@link laurel.database.connection.ConnectedServer#current}. */
        boolean isFrom(String current) {
            return current.equals(server);
        }

        /**
         * Sets the position of a subscriber that starts with future events, and of one that has received events that the
         * database has lost: their IDs are used again.
         */
        void startAt(long last, String current) {
            position = position == UNKNOWN ? last : Math.min(position, last);
            server = current;
        }

        ListRequest<EventFilter, Long> next(int limit) {
            return new ListRequest<>(EventFilter.ALL, position, limit);
        }

        Emission emission(AppEvent event) {
            return subscription.emission.apply(event);
        }

        void fail(RequestException reason) {
            listener.failed(reason);
        }

        /** Emits the events of a page that match. */
        void emit(List<AppEvent> page, Function<AppEvent, Emission> emissions) {
            if (page.isEmpty()) {
                return;
            }
            for (AppEvent event : page) {
                if (subscription.matches(event)) {
                    sent = listener.next(emissions.apply(event));
                }
                position = event.id();
            }
            sent.whenComplete((done, failure) -> subscription.subscriptions.wake(subscription.app));
        }
    }
}
