package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import laurel.HealthPages;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.Test;

/** A node whose clock differs from the clock of the database closes nothing and is not ready. */
class ClockDriftTest {
    private static final Instant START = Instant.parse("2025-07-13T14:30:00Z");

    @Test
    void closesNothingUntilTheClocksAgree() throws Exception {
        var offset = new AtomicReference<>(Duration.ofSeconds(60));
        var machine = new ClockDrift.MachineClock(new Shifted(offset::get));
        var clock = new TickingClock(START);
        try (var server = LaurelServer.start(
                clock, Map.of("laurel.background", true, "laurel.clock.check-every", "20ms"), machine)) {
            server.client()
                    .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: HOURLY}]})"
                            + " { leaderboard { id } } }");
            server.client()
                    .ask("mutation { submitScore(input: {leaderboardKey: \"board\", participant:"
                            + " {externalId: \"who\"}, score: 1})"
                            + " { receipt { submission { id } } } }");
            for (Duration wrong : new Duration[] {Duration.ofSeconds(60), Duration.ofSeconds(-60)}) {
                offset.set(wrong);
                HealthPages.NOT_READY.await(server.address());
                server.bean(Lifecycle.class).run(START.plus(Duration.ofDays(1)));
                assertThat(closed(server)).isFalse();
            }
            offset.set(Duration.ofSeconds(1));
            HealthPages.WELL.await(server.address());
            server.bean(Lifecycle.class).run(START.plus(Duration.ofDays(1)));
            assertThat(closed(server)).isTrue();
        }
    }

    @Test
    void isNotReadyWithoutBackgroundWorkEither() throws Exception {
        var offset = new AtomicReference<>(Duration.ZERO);
        var machine = new ClockDrift.MachineClock(new Shifted(offset::get));
        try (var server =
                LaurelServer.start(new TickingClock(START), Map.of("laurel.clock.check-every", "20ms"), machine)) {
            HealthPages.WELL.await(server.address());
            offset.set(Duration.ofSeconds(60));
            HealthPages.NOT_READY.await(server.address());
        }
    }

    private static boolean closed(LaurelServer server) {
        return server.database()
                .sql()
                .of("SELECT coalesce(finalized_through > :then, false) FROM leaderboard WHERE key = 'board'")
                .bind("then", START)
                .one(boolean.class);
    }

    /** The clock of the machine plus an offset. */
    private static final class Shifted extends Clock {
        private final Supplier<Duration> offset;

        Shifted(Supplier<Duration> offset) {
            this.offset = offset;
        }

        @Override
        public Instant instant() {
            return Clock.systemUTC().instant().plus(offset.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
