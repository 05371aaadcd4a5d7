package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import laurel.leaderboard.Group;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.RequestException;
import laurel.window.WindowSelector;
import org.junit.jupiter.api.Test;

/** When a followed ranking is evaluated. */
class LiveRankingTest {
    private static final long TICK = Duration.ofMillis(250).toNanos();

    private final LiveRanking live = new LiveRanking(new FollowedRanking(1, WindowSelector.CURRENT, Group.EVERYONE));
    private final List<CompletableFuture<Void>> unsent = new ArrayList<>();
    private final long start = System.nanoTime();

    @Test
    void evaluatesOncePerTick() {
        assertThat(live.beginEvaluation(start, TICK)).isTrue();
        live.endEvaluation();
        assertThat(live.beginEvaluation(start + TICK - 1, TICK)).isFalse();
        assertThat(live.isPending()).isTrue();
        assertThat(live.beginEvaluation(start + TICK, TICK)).isTrue();
        assertThat(live.isPending()).isFalse();
    }

    @Test
    void evaluatesAgainIfItChangesMeanwhile() {
        assertThat(live.beginEvaluation(start, 0)).isTrue();
        assertThat(live.beginEvaluation(start, 0)).isFalse();
        live.endEvaluation();
        assertThat(live.isPending()).isTrue();
        assertThat(live.beginEvaluation(start, 0)).isTrue();
    }

    @Test
    void isEvaluatedForNewSubscribers() {
        assertThat(live.isPending()).isFalse();
        subscribe(1);
        assertThat(live.isPending()).isTrue();
        assertThat(live.beginEvaluation(start, 0)).isTrue();
        assertThat(live.isPending()).isFalse();
        subscribe(1);
        assertThat(live.isPending()).isTrue();
    }

    @Test
    void waitsWhileMostSubscribersReceiveTheirLastEvent() {
        subscribe(3);
        assertThat(live.beginEvaluation(System.nanoTime(), TICK)).isFalse();
        unsent.removeLast().complete(null);
        assertThat(live.beginEvaluation(System.nanoTime(), TICK)).isFalse();
        unsent.removeLast().complete(null);
        assertThat(live.beginEvaluation(System.nanoTime(), TICK)).isTrue();
    }

    @Test
    void doesNotWaitForSubscribersThatDoNotRead() {
        subscribe(3);
        long later = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        assertThat(live.beginEvaluation(later, TICK)).isTrue();
    }

    private void subscribe(int count) {
        for (int n = 0; n < count; n++) {
            var subscriber = new LiveSubscriber(new Interest.Top(1), null, true, new SlowListener(), () -> {});
            live.add(subscriber);
            subscriber.emit(new Emission("news", null), new LiveCursor(1, 1));
        }
    }

    /** Receives an event when the test says so. */
    private final class SlowListener implements EventListener {
        @Override
        public CompletionStage<?> next(Emission emission) {
            var sent = new CompletableFuture<Void>();
            unsent.add(sent);
            return sent;
        }

        @Override
        public void complete() {}

        @Override
        public void failed(RequestException reason) {}
    }
}
