package laurel.score.quarantine;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.Periodic;
import laurel.Serving;

/** Counts quarantined submissions that wait for a decision, once a minute on every node. */
@Singleton
@Serving
class QuarantineMetric {
    private static final int MAX_COUNTED = 100_000;

    private final QuarantineRepository repository;
    private final AtomicInteger waiting = new AtomicInteger();

    QuarantineMetric(QuarantineRepository repository, MeterRegistry meters) {
        this.repository = repository;
        Gauge.builder("laurel.quarantine.waiting", waiting, AtomicInteger::get)
                .description("Quarantined submissions that wait for a decision, up to " + MAX_COUNTED)
                .register(meters);
    }

    @Periodic(value = "count quarantined submissions", every = "laurel.sweep.every:60s")
    void run() {
        count();
    }

    /** Updates the metric. */
    void count() {
        waiting.set(repository.waiting(MAX_COUNTED));
    }
}
