package laurel.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Options;
import laurel.bench.measure.Progress;
import laurel.bench.report.Report;

/** Runs the benchmarks: {@code ./mvnw -Pbench verify}, with arguments {@code -Dbench="--help"}. */
public final class Bench {
    private static final List<Benchmark> ALL = List.of(
            new SqlRanks(),
            new GraphQLRanks(),
            new Pages(),
            new Submissions(),
            new Batches(),
            new PublishedEvents(),
            new Activity(),
            new Joins(),
            new Finals(),
            new Seasons(),
            new Keys(),
            new Checks(),
            new Memory(),
            new Live(),
            new Soak());

    private Bench() {}

    /** Exits with 1 if a response was wrong or missing, with 2 if the arguments are invalid. */
    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Options.help());
            System.out.println("\nBenchmarks: "
                    + String.join(", ", ALL.stream().map(Benchmark::name).toList()));
            return;
        }
        try {
            Options options = Options.parse(arguments);
            Report report = run(options, Progress.onStandardError());
            System.out.println(report.markdown());
            System.out.println("Written to " + options.output().resolve("bench.md") + " and bench.json beside it.");
            System.exit(report.failed() ? 1 : 0);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** Loads, measures, and writes the report. After a failure, the report has what was measured before. */
    static Report run(Options options, Progress progress) throws Exception {
        long began = System.nanoTime();
        Report report = new Report();
        try (Bed bed = Bed.make(options, progress)) {
            conditions(bed, report);
            bed.load();
            report.condition("loaded after", seconds(began));
            for (Benchmark benchmark : ALL) {
                if (options.runs(benchmark.name())) {
                    benchmark.run(bed, report);
                }
            }
        } finally {
            report.condition("took", seconds(began));
            report.write(options.output());
        }
        return report;
    }

    private static void conditions(Bed bed, Report report) throws IOException, SQLException {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        report.condition(
                "machine",
                String.format(
                        Locale.ROOT,
                        "%d processors, %.0f GB, %s %s",
                        system.getAvailableProcessors(),
                        system.getTotalMemorySize() / 1e9,
                        system.getName(),
                        system.getArch()));
        report.condition("Java", System.getProperty("java.vm.version"));
        try (Connection connection = bed.postgres().connect()) {
            report.condition("PostgreSQL", connection.getMetaData().getDatabaseProductVersion());
        }
        report.condition("options", bed.options().toString());
    }

    private static String seconds(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s";
    }
}
