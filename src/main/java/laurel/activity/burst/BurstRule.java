package laurel.activity.burst;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import laurel.leaderboard.IsoDuration;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * Rule by which events are muted. If an actor has more than {@code maxEventsPerSecond * duration} events of these types
 * within {@code duration}, each of them is muted. Events are within it if less than {@code duration} lies between the first and
 * the last, by {@code occurredAt} in microseconds: exactly the highest rate is no burst.
 *
 * @param eventTypes         event types that are counted together, and muted; sorted
 * @param maxEventsPerSecond highest mean rate that is no burst
 * @param duration           hours, minutes and seconds
 */
@Serdeable
public record BurstRule(List<String> eventTypes, BigDecimal maxEventsPerSecond, IsoDuration duration) {
    private static final int MAX_EVENT_TYPES = 20;
    private static final Duration MIN_DURATION = Duration.ofSeconds(1);
    private static final Duration MAX_DURATION = Duration.ofHours(1);
    private static final BigDecimal MIN_RATE = new BigDecimal("0.001");
    private static final BigDecimal MAX_RATE = BigDecimal.valueOf(1_000);
    /** A new event reads at most twice as many events of its actor as this, and one more. */
    private static final BigDecimal MAX_EVENTS = BigDecimal.valueOf(10_000);

    public BurstRule {
        eventTypes = eventTypes.stream().distinct().sorted().toList();
    }

    /**
     * Refuses LIST_EMPTY, LIST_TOO_LONG, INVALID_EVENT_TYPE, NUMBER_OUT_OF_RANGE for the rate, DURATION_OUT_OF_RANGE, and
     * NUMBER_OUT_OF_RANGE if the rate times the duration is not 1-10,000 events.
     *
     * @param path leads to the rule
     */
    public void check(String path) {
        Limits.size(eventTypes, 1, MAX_EVENT_TYPES, path, "eventTypes");
        eventTypes.forEach(type -> Text.eventType(type, path, "eventTypes"));
        Limits.number(maxEventsPerSecond, MIN_RATE, MAX_RATE, path, "maxEventsPerSecond");
        Duration time = duration.time();
        if (time.compareTo(MIN_DURATION) < 0 || time.compareTo(MAX_DURATION) > 0) {
            throw new RefusedException(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`duration` is " + time + "; it must be between " + MIN_DURATION + " and " + MAX_DURATION + ".",
                    path,
                    "duration");
        }
        BigDecimal events = events();
        if (events.compareTo(BigDecimal.ONE) < 0 || events.compareTo(MAX_EVENTS) > 0) {
            throw new RefusedException(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "`maxEventsPerSecond` times `duration` is "
                            + events.stripTrailingZeros().toPlainString() + " events; it must be between 1 and "
                            + MAX_EVENTS + ".",
                    path,
                    "maxEventsPerSecond");
        }
    }

    /** Returns the highest number of events within the duration that are no burst. */
    public int maxEvents() {
        return events().setScale(0, RoundingMode.FLOOR).intValueExact();
    }

    public long durationMicros() {
        return duration.time().toNanos() / 1_000;
    }

    private BigDecimal events() {
        return maxEventsPerSecond
                .multiply(BigDecimal.valueOf(duration.time().toNanos()))
                .divide(BigDecimal.valueOf(TimeUnit.SECONDS.toNanos(1)));
    }
}
