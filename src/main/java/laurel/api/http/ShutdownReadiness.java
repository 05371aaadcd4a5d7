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

/** DOWN from the moment the service begins to stop, so that a load balancer uses other nodes. */
@Singleton
@Serving
@Readiness
final class ShutdownReadiness implements HealthIndicator {
    private final ShutdownState stopping;

    ShutdownReadiness(ShutdownState stopping) {
        this.stopping = stopping;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        HealthStatus status = stopping.begun() ? HealthStatus.DOWN : HealthStatus.UP;
        return Publishers.just(HealthResult.builder("stopping", status).build());
    }
}
