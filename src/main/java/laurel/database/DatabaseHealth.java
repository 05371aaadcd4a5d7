package laurel.database;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import jakarta.inject.Singleton;
import laurel.Serving;
import laurel.database.connection.DatabaseState;
import org.reactivestreams.Publisher;

/** UP if the database can be used, and its clock agrees with the clock of this machine. */
@Singleton
@Serving
@Readiness
final class DatabaseHealth implements HealthIndicator {
    private final Database database;
    private final ClockDrift drift;

    DatabaseHealth(Database database, ClockDrift drift) {
        this.database = database;
        this.drift = drift;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        boolean up = database.condition() == DatabaseState.UP && !drift.isLarge();
        return Publishers.just(HealthResult.builder("database", up ? HealthStatus.UP : HealthStatus.DOWN)
                .build());
    }
}
