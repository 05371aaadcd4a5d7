package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import laurel.database.Until;
import org.junit.jupiter.api.Test;

final class LargeResponseLimiterTest {
    private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());

    @Test
    void alternatesBetweenApps() throws Exception {
        var limiter = new LargeResponseLimiter(1);
        limiter.acquire(1);
        List<Thread> threads = new ArrayList<>();
        for (int app : new int[] {1, 1, 1, 2}) {
            int before = limiter.waiting();
            threads.add(Thread.startVirtualThread(() -> acquireAndRelease(limiter, app)));
            Until.holds(() -> limiter.waiting() == before + 1);
        }
        limiter.release(1);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly(1, 2, 1, 1);
    }

    @Test
    void reservesPermitForOtherApps() throws Exception {
        var limiter = new LargeResponseLimiter(3);
        limiter.acquire(1);
        limiter.acquire(1);
        Thread third = Thread.startVirtualThread(() -> acquireAndRelease(limiter, 1));
        Until.holds(() -> limiter.waiting() == 1);
        limiter.acquire(2);
        limiter.release(2);
        assertThat(limiter.waiting()).isEqualTo(1);
        limiter.release(1);
        third.join();
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void cancelsWaitOnInterrupt() throws Exception {
        var limiter = new LargeResponseLimiter(1);
        limiter.acquire(1);
        Thread waits = Thread.startVirtualThread(() -> acquireAndRelease(limiter, 2));
        Until.holds(() -> limiter.waiting() == 1);
        waits.interrupt();
        waits.join();
        assertThat(limiter.waiting()).isZero();
        limiter.release(1);
        limiter.acquire(3);
        assertThat(order).isEmpty();
    }

    @Test
    void derivesPermitsFromHeap() {
        assertThat(LargeResponseLimiter.byHeap(100L << 20)).isEqualTo(1);
        assertThat(LargeResponseLimiter.byHeap(512L << 20)).isEqualTo(2);
        assertThat(LargeResponseLimiter.byHeap(64L << 30)).isEqualTo(16);
    }

    private void acquireAndRelease(LargeResponseLimiter limiter, int app) {
        try {
            limiter.acquire(app);
            order.add(app);
            limiter.release(app);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
