package laurel.api.http;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import jakarta.inject.Singleton;
import laurel.Serving;
import laurel.api.engine.ShutdownState;
import org.reactivestreams.Publisher;

/** Reports DOWN as soon as the service begins to stop, so that load balancers use other nodes. */
@Singleton
@Serving
@Readiness
final class ShutdownReadiness implements HealthIndicator {
    private final ShutdownState shutdown;

    ShutdownReadiness(ShutdownState shutdown) {
        this.shutdown = shutdown;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        HealthStatus status = shutdown.hasBegun() ? HealthStatus.DOWN : HealthStatus.UP;
        return Publishers.just(HealthResult.builder("stopping", status).build());
    }
}
