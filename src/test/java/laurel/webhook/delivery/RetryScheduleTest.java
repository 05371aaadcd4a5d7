package laurel.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final List<Long> SECONDS = List.of(5L, 30L, 120L, 600L, 3_600L, 14_400L, 43_200L, 86_400L);

    @Test
    void waitsLongerEachTimeWithTwentyPercentJitter() {
        for (int attempts = 1; attempts <= SECONDS.size(); attempts++) {
            double wait = SECONDS.get(attempts - 1) * 1_000.0;
            for (long delivery = 0; delivery < 1_000; delivery++) {
                assertThat((double) wait(delivery, attempts, null).toMillis()).isBetween(wait * 0.8, wait * 1.2);
            }
        }
    }

    @Test
    void spreadsRetriesOfDeliveriesThatFailedTogether() {
        assertThat(LongStream.range(0, 100)
                        .mapToObj(delivery -> wait(delivery, 8, null))
                        .distinct())
                .hasSizeGreaterThan(90);
    }

    @Test
    void stopsAfterNineAttempts() {
        assertThat(RetrySchedule.next(1, 9, Duration.ofSeconds(1), NOON)).isNull();
    }

    @Test
    void limitsRetryAfterToOneHour() {
        assertThat(wait(1, 1, Duration.ofMinutes(7))).isEqualTo(Duration.ofMinutes(7));
        assertThat(wait(1, 1, Duration.ofDays(7))).isEqualTo(Duration.ofHours(1));
        assertThat(wait(1, 1, Duration.ZERO)).isEqualTo(wait(1, 1, null));
        assertThat(wait(1, 8, Duration.ofDays(7))).isEqualTo(wait(1, 8, null));
    }

    private static Duration wait(long delivery, int attempts, @Nullable Duration asked) {
        return Duration.between(NOON, Objects.requireNonNull(RetrySchedule.next(delivery, attempts, asked, NOON)));
    }
}
