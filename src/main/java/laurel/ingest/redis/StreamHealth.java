package laurel.ingest.redis;

import io.micronaut.context.annotation.Requires;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import jakarta.inject.Singleton;
import laurel.Serving;
import org.reactivestreams.Publisher;

/**
 * Health of the consumer: UP, or UNKNOWN while streams cannot be read. Not DOWN, because the rest of the node works,
 * and a restart would not bring Redis back.
 */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
class StreamHealth implements HealthIndicator {
    private final StreamConsumer consumer;

    StreamHealth(StreamConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        HealthStatus status = consumer.failingSince() == null ? HealthStatus.UP : HealthStatus.UNKNOWN;
        return Publishers.just(HealthResult.builder("streams", status).build());
    }
}
