package laurel.bench;

import laurel.bench.bed.Bed;
import laurel.bench.report.Report;

/** One comparison, or several with the same alternatives. */
interface Benchmark {
    /** Name in {@code --only}. */
    String name();

    /** Measures, and adds the results to the report. */
    void run(Bed bed, Report report) throws Exception;
}
