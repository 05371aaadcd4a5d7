package laurel.bench;

import laurel.bench.bed.Bed;
import laurel.bench.report.Report;

/** One comparison, or more of them that share their yardsticks. */
interface Benchmark {
    /** What {@code --only} calls it. */
    String name();

    /** Measures on the bed and tells the report. */
    void run(Bed bed, Report report) throws Exception;
}
