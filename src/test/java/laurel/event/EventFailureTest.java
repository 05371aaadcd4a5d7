package laurel.event;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A subscriber that fails does not affect others. */
@LaurelTest
class EventFailureTest {
    @Inject
    LaurelServer server;

    @Inject
    EventSubscriptions follower;

    @Test
    void emitsToOtherSubscribersIfOneFails() throws InterruptedException {
        change("createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: ALL_TIME}]})");
        var failing = new Listener(new StackOverflowError("of a test"));
        var other = new Listener(null);
        var source =
                new EventSubscription(follower, server.appId(), 0L, null, null, event -> new Emission(event, null));
        EventSource.Subscription one = source.subscribe(failing);
        EventSource.Subscription two = source.subscribe(other);
        change("archiveLeaderboard(input: {leaderboardKey: \"board\"})");
        change("unarchiveLeaderboard(input: {leaderboardKey: \"board\"})");
        change("archiveLeaderboard(input: {leaderboardKey: \"board\"})");
        assertThat(other.next()).isEqualTo("emission");
        assertThat(other.next()).isEqualTo("emission");
        assertThat(failing.next()).isEqualTo(RequestErrorCode.INTERNAL);
        one.close();
        two.close();
    }

    private void change(String mutation) {
        server.client().ask("mutation { " + mutation + " { __typename } }");
    }

    /** A listener that fails at each emission if it has a failure. */
    private static final class Listener implements EventListener {
        private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        private final @Nullable Error failure;

        Listener(@Nullable Error failure) {
            this.failure = failure;
        }

        Object next() throws InterruptedException {
            return Objects.requireNonNullElse(heard.poll(120, TimeUnit.SECONDS), "nothing");
        }

        @Override
        public CompletionStage<?> next(Emission emission) {
            if (failure != null) {
                throw failure;
            }
            heard.add("emission");
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void complete() {
            heard.add("complete");
        }

        @Override
        public void failed(RequestException reason) {
            heard.add(reason.code());
        }
    }
}
