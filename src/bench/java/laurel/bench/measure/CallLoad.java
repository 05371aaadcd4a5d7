package laurel.bench.measure;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Calls in this process, one after the other.
 *
 * @param call returns whether it succeeded
 */
public record CallLoad(BooleanSupplier call) implements Load {
    @Override
    public Sample run(Duration time) {
        Histogram latencies = Sample.histogram();
        long failures = 0;
        long began = System.nanoTime();
        long now = began;
        do {
            long before = now;
            failures += call.getAsBoolean() ? 0 : 1;
            now = System.nanoTime();
            latencies.recordValue(now - before);
        } while (now - began < time.toNanos());
        return new Sample(latencies, now - began, failures, failures == 0 ? null : "an unexpected result");
    }
}
