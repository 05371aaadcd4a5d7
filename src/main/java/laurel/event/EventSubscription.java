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
 * Events of an app as they happen.
 *
 * @param after those after this id; null: those to come
 * @param types only events of these types; null: of all
 * @param boards only events of these leaderboards; null: of all and of none
 */
public record EventSubscription(
        EventSubscriptions follower,
        int app,
        @Nullable Long after,
        @Nullable Set<EventType> types,
        @Nullable Set<Integer> boards)
        implements EventSource {
    @Override
    public Subscription subscribe(EventListener listener) {
        var following = new Following(this, listener);
        follower.add(following);
        return () -> follower.remove(following);
    }

    private boolean wants(AppEvent event) {
        return (types == null || types.contains(event.eventType()))
                && (boards == null || (event.leaderboardId() != null && boards.contains(event.leaderboardId())));
    }

    /** One who follows, and the place that it has reached. Used by one thread at a time. */
    static final class Following {
        private final EventSubscription what;
        private final EventListener listener;
        private volatile long reached;
        private volatile CompletionStage<?> sent = CompletableFuture.completedStage(null);

        Following(EventSubscription what, EventListener listener) {
            this.what = what;
            this.listener = listener;
            this.reached = what.after == null ? -1 : what.after;
        }

        int app() {
            return what.app;
        }

        /** Whether what it was told has left. */
        boolean ready() {
            return sent.toCompletableFuture().isDone();
        }

        /** Whether it has not said where it was. */
        boolean begins() {
            return reached < 0;
        }

        /** Where it has not said where it was, it was here. */
        void startAt(long last) {
            if (reached < 0) {
                reached = last;
            }
        }

        ListRequest<EventFilter, Long> next(int most) {
            return new ListRequest<>(EventFilter.ALL, reached, most);
        }

        void fail(RequestException reason) {
            listener.failed(reason);
        }

        void take(List<AppEvent> page, Function<AppEvent, Emission> emission) {
            if (page.isEmpty()) {
                return;
            }
            for (AppEvent event : page) {
                if (what.wants(event)) {
                    sent = listener.next(emission.apply(event));
                }
                reached = event.id();
            }
            sent.whenComplete((left, failure) -> what.follower.wake(what.app));
        }
    }
}
