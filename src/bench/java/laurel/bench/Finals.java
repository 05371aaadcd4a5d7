package laurel.bench;

import java.util.ArrayList;
import java.util.List;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Load;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Latency of other leaderboards while a window with a million entries is being finalized. */
final class Finals implements Benchmark {
    private static final int LARGEST = 1_000_000;
    private static final int CLIENTS = 8;
    private static final String RANKS = "rank on another leaderboard";
    private static final String SUBMISSIONS = "submission to another leaderboard";
    private static final String DURING = ", while a window is finalized";
    private static final double NANOS = 1e9;

    @Override
    public String name() {
        return "finals";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        Board finished = bed.boards().stream()
                .filter(board -> board.size() <= LARGEST)
                .toList()
                .getLast();
        FinalizingWindow window = new FinalizingWindow(bed, finished);
        double seconds = window.finalizeOnce() / NANOS;
        Submitted submitted = Submitted.to(bed, "another", bed.smallest().size(), "DAILY", "ALL_TIME");
        Requests requests = new Requests(bed);
        List<Contestant> contestants = new ArrayList<>();
        if (!bed.smallest().equals(finished)) {
            add(contestants, RANKS, requests.rank(bed.smallest(), CLIENTS), window);
        }
        add(contestants, SUBMISSIONS, requests.made(CLIENTS, submitted::one, "\"submission\""), window);
        Results results = bed.rounds().run("finals", contestants);
        results.failures().forEach(report::problem);
        addTables(report, finished, seconds, results, !bed.smallest().equals(finished));
        window.reopen();
    }

    private static void add(List<Contestant> contestants, String name, Load load, FinalizingWindow window) {
        contestants.add(new Contestant(name, load));
        contestants.add(new Contestant(name + DURING, window.during(load)));
    }

    private static void addTables(Report report, Board finished, double seconds, Results results, boolean ranks) {
        Table table = new Table(
                "Other leaderboards while a window is finalized",
                "%d clients; the window has %s entries, and takes %.1f s to finalize without other load."
                        .formatted(CLIENTS, finished.label(), seconds),
                List.of("what"),
                Result.FIGURES,
                List.of("p99 / quiet", "rate / quiet"));
        for (String name : ranks ? List.of(RANKS, SUBMISSIONS) : List.of(SUBMISSIONS)) {
            Result quiet = results.of(name);
            Result during = results.of(name + DURING);
            row(table, name, quiet, quiet);
            row(table, name + DURING, during, quiet);
        }
        report.add(table);
    }

    private static void row(Table table, String name, Result result, Result quiet) {
        table.row(List.of(name), result.figures(), List.of(result.p99() / quiet.p99(), result.rate() / quiet.rate()));
    }
}
