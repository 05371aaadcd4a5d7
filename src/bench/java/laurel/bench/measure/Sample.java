package laurel.bench.measure;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one turn of a contestant gave.
 *
 * @param latencies of every operation, in nanoseconds
 * @param nanos     from the beginning of the first to the end of the last
 * @param failures  how many of them failed
 * @param failure   what one of these got; null where none failed
 */
public record Sample(
        Histogram latencies,
        long nanos,
        long failures,
        @Nullable String failure) {
    private static final int DIGITS = 3;

    static Histogram histogram() {
        return new Histogram(DIGITS);
    }

    double micros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }

    double perSecond() {
        return latencies.getTotalCount() * 1e9 / nanos;
    }
}
