package laurel.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.bed.GraphQL;
import laurel.bench.measure.Progress;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/**
 * Compares random ranks of the service with the correct ones, on every leaderboard, after loading and after random
 * submissions.
 */
final class Checks implements Benchmark {
    private static final int THREADS = 4;
    private static final int MAX_PRINTED = 5;

    @Override
    public String name() {
        return "checks";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        Table table = new Table(
                "Checks of ranks",
                "Results for random participants, positions, percentiles, scores and ranges, compared with the entries in order."
                        + " `--checks` and `--check-time` limit their number.",
                List.of("entries", "state", "checks", "wrong"));
        SplittableRandom random = new SplittableRandom();
        for (Board board : bed.boards()) {
            check(bed, board, "as loaded", Truth.read(bed, board), table, report);
            int updates = bed.options().updates();
            Map<Integer, Long> standing = RandomUpdates.make(bed, board, updates, random);
            Truth truth = Truth.read(bed, board);
            standing.forEach((who, score) -> {
                if (truth.score(truth.position(who)) != score) {
                    report.problem(
                            "Participant " + who + " of " + board.label() + " does not have the submitted score");
                }
            });
            check(bed, board, "after " + updates + " submissions", truth, table, report);
        }
        report.add(table);
    }

    private static void check(Bed bed, Board board, String state, Truth truth, Table table, Report report)
            throws Exception {
        AtomicLong started = new AtomicLong();
        Progress progress = bed.progress();
        progress.begin(
                "checks of " + board.label() + ", " + state, bed.options().checks(), "checks");
        List<String> wrong = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<List<String>>> workers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                workers.add(() -> work(bed, board, truth, started));
            }
            for (Future<List<String>> worker : threads.invokeAll(workers)) {
                wrong.addAll(worker.get());
            }
        }
        long checks = started.get() * CheckRequest.size();
        progress.advance(checks);
        progress.end();
        table.row(List.of(board.label(), state, checks, wrong.size()));
        wrong.stream().limit(MAX_PRINTED).forEach(line -> report.problem(board.label() + ", " + state + ": " + line));
    }

    private static List<String> work(Bed bed, Board board, Truth truth, AtomicLong started)
            throws InterruptedException {
        GraphQL graphql = bed.graphql();
        SplittableRandom random = new SplittableRandom();
        List<String> wrong = new ArrayList<>();
        long requests = Math.ceilDiv(bed.options().checks(), (long) CheckRequest.size());
        long deadline = System.nanoTime() + bed.options().checkTime().toNanos();
        try {
            while (System.nanoTime() < deadline && started.getAndIncrement() < requests) {
                wrong.addAll(CheckRequest.send(graphql, board, truth, random));
            }
        } catch (IOException e) {
            wrong.add("no answer: " + e.getMessage());
        }
        return wrong;
    }
}
