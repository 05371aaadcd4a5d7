package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BatcherConcurrencyTest {
    @Test
    void returnsToEachOfManyCallersItsResponse() throws Exception {
        var every = new Batcher<Integer, Integer, Integer>(
                7,
                1_000,
                one -> 1,
                (key, requests) -> requests.stream().map(one -> -one).toList(),
                e -> true,
                took -> 0);
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Integer>> callers = new ArrayList<>();
        for (int n = 0; n < 500; n++) {
            int request = n;
            callers.add(new FutureTask<>(() -> {
                go.await();
                return every.submit(request % 3, request);
            }));
            Thread.ofVirtual().start(callers.getLast());
        }
        go.countDown();
        for (int n = 0; n < 500; n++) {
            assertThat(callers.get(n).get()).isEqualTo(-n);
        }
        Until.holds(() -> every.lanes() == 0);
    }
}
