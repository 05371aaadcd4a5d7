package laurel.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscribers of events of a service whose database loses the last commits: IDs of events are used again. */
@Timeout(120)
class EventRestoreTest {
    private static final int LOST = 30;

    @Test
    void emitsEventsWhoseIdsAreLessThanThoseOfLostEvents() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC(), Map.of("laurel.background", true))) {
            server.client().ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { id } } }");
            Events heard = new Events();
            var source = new EventSubscription(
                    server.bean(EventSubscriptions.class), server.appId(), 0L, null, null, Events::emission);
            EventSource.Subscription subscription = source.subscribe(heard);
            try (var backup = postgres.backup()) {
                server.awaitDatabase();
                publish(server, LOST);
                assertThat(heard.nextOf(LOST)).isNotNull();
                backup.restore();
            }
            server.awaitDatabase();
            Object found = null;
            for (int event = 1; event <= LOST / 2 && found == null; event++) {
                publish(server, 1);
                found = heard.next(1);
            }
            assertThat(found).isNotNull();
            subscription.close();
        }
    }

    /** Archiving a leaderboard publishes an event. */
    private static void publish(LaurelServer server, int events) {
        for (int event = 0; event < events; event++) {
            server.client()
                    .ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"board\"}) { leaderboard { id } }"
                            + " unarchiveLeaderboard(input: {leaderboardKey: \"board\"}) { leaderboard { id } } }");
        }
    }

    /** What a subscriber has received. */
    private static final class Events implements EventListener {
        private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

        static Emission emission(AppEvent event) {
            return new Emission(event, null);
        }

        @Nullable
        Object next(int seconds) throws InterruptedException {
            return heard.poll(seconds, TimeUnit.SECONDS);
        }

        /** The last of as many events. Null if there are not as many. */
        @Nullable
        Object nextOf(int events) throws InterruptedException {
            Object last = null;
            for (int event = 0; event < events; event++) {
                last = next(30);
            }
            return last;
        }

        @Override
        public CompletionStage<?> next(Emission emission) {
            heard.add(Objects.requireNonNull(emission.value()));
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void complete() {}

        @Override
        public void failed(RequestException reason) {}
    }
}
