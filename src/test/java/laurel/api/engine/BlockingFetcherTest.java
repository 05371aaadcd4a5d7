package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.Test;

/** Fetchers may block: each request runs on its own virtual thread, not on the event loop. */
final class BlockingFetcherTest {
    private static final int REQUESTS = 64;

    @Test
    void runsManyBlockingFetchersWithOneEventLoop() throws Exception {
        var schema = new TestSchema();
        schema.meeting(REQUESTS);
        try (var server = new TestServer(
                        TestSchema.SDL, schema, Map.of("micronaut.netty.event-loops.default.num-threads", 1));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            // Each request waits for all others: with fewer threads than requests none would complete.
            Callable<Answer> client = () -> server.query("{ meet thread }");
            List<Future<Answer>> answers = clients.invokeAll(
                    Stream.generate(() -> client).limit(REQUESTS).toList());
            for (Future<Answer> answer : answers) {
                assertThat(answer.get().at("data", "meet")).isEqualTo("met");
                assertThat(String.valueOf(answer.get().at("data", "thread")))
                        .contains("VirtualThread")
                        .doesNotContainIgnoringCase("eventloop")
                        .doesNotContainIgnoringCase("nio");
            }
        }
    }

    @Test
    void runsBlockingRequestsConcurrently() throws Exception {
        try (var server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            server.query("{ hello }");
            Callable<Answer> client = () -> server.query("{ block }");
            long start = System.nanoTime();
            for (Future<Answer> answer :
                    clients.invokeAll(Stream.generate(() -> client).limit(16).toList())) {
                assertThat(answer.get().at("data", "block")).isEqualTo("done");
            }
            // Sequential execution would take 4,800 ms.
            assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 4_700L);
        }
    }
}
