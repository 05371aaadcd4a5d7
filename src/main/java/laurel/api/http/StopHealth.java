package laurel.api.http;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import jakarta.inject.Singleton;
import laurel.Serving;
import laurel.api.engine.StopProgress;
import org.reactivestreams.Publisher;

/** DOWN from the moment the service begins to stop, so that a load balancer uses other nodes. */
@Singleton
@Serving
@Readiness
final class StopHealth implements HealthIndicator {
    private final StopProgress stopping;

    StopHealth(StopProgress stopping) {
        this.stopping = stopping;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        HealthStatus status = stopping.begun() ? HealthStatus.DOWN : HealthStatus.UP;
        return Publishers.just(HealthResult.builder("stopping", status).build());
    }
}
