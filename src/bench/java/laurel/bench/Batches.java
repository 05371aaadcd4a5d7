package laurel.bench;

import java.util.List;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Load;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Batches of submissions from one client, against COPY. */
final class Batches implements Benchmark {
    private static final int BATCH = 1_000;
    private static final String ONE_WINDOW = "Laurel, submitScores, 1 window";
    private static final String FIVE_WINDOWS = "Laurel, submitScores, 5 windows";
    private static final String COPY = "COPY into a bare table";
    private static final double MIN_ENTRIES = 20_000;

    @Override
    public String name() {
        return "batches";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        int size = Math.min(BATCH, bed.largest().size());
        BareTable table = BareTable.make(bed, "bare_batches");
        List<Contestant> contestants = List.of(
                new Contestant(ONE_WINDOW, batches(bed, "batches-one", size, "ALL_TIME")),
                new Contestant(FIVE_WINDOWS, batches(bed, "batches-five", size, Submissions.WINDOWS)),
                new Contestant(COPY, table.copies(size)));
        Results results = bed.writeRounds().run("batches", contestants);
        results.failures().forEach(report::problem);
        addTables(report, size, results);
    }

    private static Load batches(Bed bed, String key, int size, String... windows) throws Exception {
        Submitted submitted = Submitted.to(bed, key, bed.largest().size(), windows);
        return new Requests(bed).made(1, () -> submitted.many(size), "\"acceptedCount\":" + size + ",");
    }

    private static void addTables(Report report, int size, Results results) {
        Table table = new Table(
                "Batches of " + size,
                "One client sends one batch after the other, each in one transaction. `COPY` inserts new rows into a table"
                        + " with the key and the order of entries.",
                List.of("way"),
                Result.FIGURES,
                List.of("entries per second", "entries / COPY's"));
        double copied = results.of(COPY).rate() * size;
        for (String way : List.of(ONE_WINDOW, FIVE_WINDOWS, COPY)) {
            int windows = way.equals(FIVE_WINDOWS) ? Submissions.WINDOWS.length : 1;
            double entries = results.of(way).rate() * size * windows;
            table.row(List.of(way), results.of(way).figures(), List.of(entries, entries / copied));
            if (!way.equals(COPY)) {
                report.atLeast(way + ": entries per second", MIN_ENTRIES, entries);
            }
        }
        report.add(table);
    }
}
