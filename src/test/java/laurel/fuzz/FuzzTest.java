package laurel.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Random;
import laurel.Tries;
import laurel.fuzz.FuzzedOperations.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random requests over HTTP: the service responds in time and without internal errors. The seed is fixed, so that the
 * next run repeats a request that fails; {@code -Dlaurel.fuzz.seed} sets another. With {@code -Dlaurel.fuzz.requests},
 * the heap must not grow.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("laurel.fuzz.seed", 20_250_713L);
    private static final int REQUESTS = Integer.getInteger("laurel.fuzz.requests", Tries.of(200, 50_000));
    private static final Logger LOG = LoggerFactory.getLogger(FuzzTest.class);
    /** If the number of requests is set, these tests run alone in their JVM, so that its heap can be measured. */
    private static final boolean ALONE = System.getProperty("laurel.fuzz.requests") != null;

    private static final long HEAP_GROWTH = 32L << 20;
    private static final int SHOWN = 20;
    private static final int TICK = 50;

    private final Random random = new Random(SEED);
    private final FuzzedValues values = new FuzzedValues(random);
    private FuzzedService service;
    private FuzzedBytes bytes;
    private FuzzedOperations operations;
    private long heap;

    @BeforeEach
    void start() {
        service = new FuzzedService();
        bytes = new FuzzedBytes(random, service.authority());
        operations = new FuzzedOperations(FuzzedOperations.schema(), values);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void respondsToGeneratedOperations() {
        for (int i = 0; i < REQUESTS; i++) {
            tick(i);
            Operation operation = operations.next();
            String path = operation.subscription() ? "/graphql/stream" : "/graphql";
            byte[] request = bytes.post(path, operation.body().getBytes(UTF_8), FuzzedBytes.usual());
            values.remember(service.send(request, operation.subscription()));
        }
        assertNoFaults();
    }

    @Test
    void respondsToMutatedRequests() {
        for (int i = 0; i < REQUESTS; i++) {
            tick(i);
            Operation operation = operations.next();
            values.remember(service.send(bytes.mutated(operation), operation.subscription()));
        }
        assertNoFaults();
    }

    private void tick(int i) {
        if (i % TICK == TICK - 1) {
            service.advance(Duration.ofMinutes(random.nextInt(300)));
        }
        if (ALONE && i == REQUESTS / 2) {
            heap = usedHeap();
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void assertNoFaults() {
        LOG.info(
                "Seed {}: {} faults in {} requests; answers {}",
                SEED,
                service.faults().size(),
                REQUESTS,
                service.answers());
        assertThat(service.faults().stream().limit(SHOWN))
                .as("%d faults; seed %d; answers %s", service.faults().size(), SEED, service.answers())
                .isEmpty();
        if (ALONE) {
            long grown = usedHeap() - heap;
            LOG.info("Heap {} MiB after half of the requests, {} KiB more after all", heap >> 20, grown >> 10);
            assertThat(grown).isLessThan(HEAP_GROWTH);
        }
        // Most generated requests are valid.
        assertThat(service.answers()).containsKey("200");
    }
}
