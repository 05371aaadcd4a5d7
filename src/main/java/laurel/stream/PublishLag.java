package laurel.stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import laurel.Periodic;
import laurel.Serving;
import laurel.app.Apps;
import laurel.event.EventType;

/** Metrics of how far publishing is behind the event log. */
@Singleton
@Serving
@Requires(bean = RedisTarget.class)
class PublishLag {
    private final StreamPositionRepository positions;
    private final Apps apps;
    private final List<String> keys;
    private final List<EventType> types;
    private final Clock clock;
    /** When the oldest unpublished event occurred, by app. Absent if all are published. */
    private final Map<String, Instant> waiting = new ConcurrentHashMap<>();

    PublishLag(
            StreamPositionRepository positions,
            Apps apps,
            PublishSettings settings,
            Clock clock,
            MeterRegistry meters) {
        this.positions = positions;
        this.apps = apps;
        this.keys = settings.appKeys();
        this.types = settings.types();
        this.clock = clock;
        for (String key : keys) {
            Gauge.builder("laurel.stream.lag", () -> seconds(key))
                    .description("Age of the oldest event that is not published to its stream")
                    .baseUnit("seconds")
                    .tag("app", key)
                    .register(meters);
        }
    }

    @Periodic(value = "measure the lag of published streams", every = "laurel.streams.check-every:5s")
    void measure() {
        for (String key : keys) {
            OptionalInt app = apps.idOf(key);
            if (app.isPresent()) {
                positions
                        .oldest(app.getAsInt(), types)
                        .ifPresentOrElse(since -> waiting.put(key, since), () -> waiting.remove(key));
            }
        }
    }

    private double seconds(String app) {
        Instant since = waiting.get(app);
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1e3);
    }
}
