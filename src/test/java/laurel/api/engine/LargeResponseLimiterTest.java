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
    void appsTakeTurns() throws Exception {
        var answers = new LargeResponseLimiter(1);
        answers.enter(1);
        List<Thread> threads = new ArrayList<>();
        for (int app : new int[] {1, 1, 1, 2}) {
            int before = answers.waiting();
            threads.add(Thread.startVirtualThread(() -> enterAndLeave(answers, app)));
            Until.holds(() -> answers.waiting() == before + 1);
        }
        answers.leave(1);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly(1, 2, 1, 1);
    }

    @Test
    void oneAppLeavesRoomForAnother() throws Exception {
        var answers = new LargeResponseLimiter(3);
        answers.enter(1);
        answers.enter(1);
        Thread third = Thread.startVirtualThread(() -> enterAndLeave(answers, 1));
        Until.holds(() -> answers.waiting() == 1);
        answers.enter(2);
        answers.leave(2);
        assertThat(answers.waiting()).isEqualTo(1);
        answers.leave(1);
        third.join();
        assertThat(answers.waiting()).isZero();
    }

    @Test
    void whoGivesUpTakesNoRoom() throws Exception {
        var answers = new LargeResponseLimiter(1);
        answers.enter(1);
        Thread waits = Thread.startVirtualThread(() -> enterAndLeave(answers, 2));
        Until.holds(() -> answers.waiting() == 1);
        waits.interrupt();
        waits.join();
        assertThat(answers.waiting()).isZero();
        answers.leave(1);
        answers.enter(3);
        assertThat(order).isEmpty();
    }

    @Test
    void theHeapSaysHowMany() {
        assertThat(LargeResponseLimiter.byMemory(100L << 20)).isEqualTo(1);
        assertThat(LargeResponseLimiter.byMemory(512L << 20)).isEqualTo(2);
        assertThat(LargeResponseLimiter.byMemory(64L << 30)).isEqualTo(16);
    }

    private void enterAndLeave(LargeResponseLimiter answers, int app) {
        try {
            answers.enter(app);
            order.add(app);
            answers.leave(app);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
