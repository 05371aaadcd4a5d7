package laurel.bench;

import java.util.List;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Load;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Memory of the service after the same queries on a small leaderboard and on a large one, each with a new process. */
final class Memory implements Benchmark {
    private static final int TURNS = 10;
    private static final double MAX_HEAP = 1.1;
    private static final double MEGABYTE = 1e6;

    @Override
    public String name() {
        return "memory";
    }

    /** Memory of a process. */
    private record Occupied(double heap, double resident) {}

    @Override
    public void run(Bed bed, Report report) throws Exception {
        Occupied small = after(bed, bed.smallest());
        Occupied large = bed.boards().size() == 1 ? small : after(bed, bed.largest());
        Table table = new Table(
                "Memory of the service",
                "After queries of ranks, tops and neighbours by the maximum number of clients: live objects after a full garbage"
                        + " collection, and resident memory before it, without PostgreSQL.",
                List.of("entries", "heap MB", "resident MB"));
        table.row(List.of(bed.smallest().label(), small.heap, small.resident));
        table.row(List.of(bed.largest().label(), large.heap, large.resident));
        table.row(List.of("ratio", large.heap / small.heap, large.resident / small.resident));
        report.add(table);
        report.atMost(
                "heap at " + bed.largest().label() + " / at " + bed.smallest().label(),
                MAX_HEAP,
                large.heap / small.heap);
    }

    private static Occupied after(Bed bed, Board board) throws Exception {
        bed.progress().begin("memory at " + board.label(), TURNS, "turns");
        bed.restart();
        try (Load load = new Requests(bed).mixed(board, bed.options().clients().getLast())) {
            for (int turn = 0; turn < TURNS; turn++) {
                load.run(bed.options().measure());
                bed.progress().advance(1);
            }
        }
        double resident = bed.service().resident() / MEGABYTE;
        double heap = bed.service().heap() / MEGABYTE;
        bed.progress().end();
        return new Occupied(heap, resident);
    }
}
