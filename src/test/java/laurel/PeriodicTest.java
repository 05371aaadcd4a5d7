package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Periodic work runs unless {@code laurel.background} is off, as it is in most tests. Some runs on every node. */
class PeriodicTest {
    @Test
    void closesWindowsPeriodically() {
        var clock = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
        try (var server =
                LaurelServer.start(clock, Map.of("laurel.background", true, "laurel.lifecycle.every", "20ms"))) {
            GraphQLClient client = server.client();
            client.ask("mutation { createLeaderboard(input: {key: \"runs\", windowDefinitions: [{kind: DAILY}]}) {"
                            + " leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            client.ask("mutation { submitScore(input: {leaderboardKey: \"runs\", participant:"
                            + " {externalId: \"ann\"}, score: 1}) {"
                            + " receipt { submission { id } } } }")
                    .text("data", "submitScore", "receipt", "submission", "id");
            clock.advance(Duration.ofDays(2));
            Until.holds(() -> client.ask("{ leaderboard(key: \"runs\") { window(select: {name: {name:"
                            + " \"2025-07-13\"}}) { state } } }")
                    .text("data", "leaderboard", "window", "state")
                    .equals("FINAL"));
        }
    }

    @Test
    void storesUseOfKeysWithoutBackgroundWork() {
        try (var server = LaurelServer.start(Clock.systemUTC(), Map.of("laurel.sweep.every", "20ms"))) {
            String key = server.client()
                    .ask("mutation { createApiKey(input: {name: \"screen\", role: READER}) { key } }")
                    .text("data", "createApiKey", "key");
            server.client(key).ask("{ app { key } }");
            Until.holds(() -> server.client()
                            .ask("{ apiKeys { nodes { lastUsedAt } } }")
                            .at("data", "apiKeys", "nodes", 0, "lastUsedAt")
                    != null);
        }
    }

    @Test
    void logsAFailedRunAndRunsAgain() {
        Logger logger = (Logger) LoggerFactory.getLogger(PeriodicJobs.class);
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        logger.addAppender(logged);
        try (var server =
                LaurelServer.start(Clock.systemUTC(), Map.of("laurel.background", true, "test.failing-job", true))) {
            Until.holds(() -> server.bean(FailingJob.class).runs.get() >= 2);
        } finally {
            logger.detachAppender(logged);
        }
        assertThat(logged.list.stream().map(ILoggingEvent::getFormattedMessage))
                .contains("Could not count to ten; the next run tries again");
    }

    @Singleton
    @Requires(property = "test.failing-job")
    static class FailingJob {
        private final AtomicInteger runs = new AtomicInteger();

        @Periodic(value = "count to ten", every = "10ms")
        void run() {
            throw new IllegalStateException("run " + runs.incrementAndGet());
        }
    }
}
