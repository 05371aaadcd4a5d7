package laurel.bench.measure;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one turn.
 *
 * @param latencies latency of every operation, in nanoseconds
 * @param nanos     nanoseconds from the beginning of the first operation to the end of the last
 * @param failures  number of failed operations
 * @param failure   the reply of a failed operation; null if none failed
 */
public record Sample(
        Histogram latencies,
        long nanos,
        long failures,
        @Nullable String failure) {
    private static final int DIGITS = 3;

    /** Creates an empty histogram of nanoseconds. */
    public static Histogram histogram() {
        return new Histogram(DIGITS);
    }

    double micros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }

    double perSecond() {
        return latencies.getTotalCount() * 1e9 / nanos;
    }
}
