package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadlineTest {
    private static final TestSchema SCHEMA = new TestSchema();
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, SCHEMA, Map.of("laurel.limits.request-time", "1s"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ wait }",
                "{ a: wait b: wait c: wait }",
                "{ forever }",
                "{ people { id slow } again: people { id slow } }",
                "mutation { a: block b: block c: block d: block increment }"
            })
    void stopsOperationAfterDeadline(String query) {
        long start = System.nanoTime();
        int increments = SCHEMA.increments.get();
        Answer answer = server.query(query);
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.code()).isEqualTo("TIMEOUT");
        assertThat(answer.at("data")).isNull();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        assertThat(SCHEMA.increments.get()).isEqualTo(increments);
    }

    @Test
    void interruptsBlockedFetcher() throws InterruptedException {
        assertThat(server.query("{ wait }").code()).isEqualTo("TIMEOUT");
        assertThat(SCHEMA.interrupted.tryAcquire(120, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void doesNotInterruptOtherRequests() {
        for (int i = 0; i < 50; i++) {
            assertThat(server.query("{ hello }").status()).isEqualTo(200);
        }
    }
}
