package laurel.bench.measure;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The figures of a contestant. Each is the median over the rounds. */
public record Result(List<Sample> samples) {
    /** The columns of {@link #figures}. */
    public static final List<String> FIGURES = List.of("operations", "p50 µs", "p99 µs", "per second");

    /** Median latency in microseconds. */
    public double p50() {
        return median(sample -> sample.micros(50));
    }

    /** 99th percentile of the latency in microseconds. */
    public double p99() {
        return median(sample -> sample.micros(99));
    }

    /** Operations per second. */
    public double rate() {
        return median(Sample::perSecond);
    }

    /** Cells of a table. */
    public List<Object> figures() {
        return List.of(operations(), p50(), p99(), rate());
    }

    long operations() {
        return samples.stream()
                .mapToLong(sample -> sample.latencies().getTotalCount())
                .sum();
    }

    long failures() {
        return samples.stream().mapToLong(Sample::failures).sum();
    }

    /** The reply of a failed operation. Null if none failed. */
    @Nullable
    String failure() {
        return samples.stream()
                .map(Sample::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private double median(ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
