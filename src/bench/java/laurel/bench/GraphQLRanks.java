package laurel.bench;

import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;

/** The rank of a random participant over GraphQL, on leaderboards of all sizes. */
final class GraphQLRanks implements Benchmark {
    private static final double TYPENAMES_PER_SECOND = 15_000;

    @Override
    public String name() {
        return "ranks";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        ReadComparison comparison = new ReadComparison(bed);
        for (Board board : bed.boards()) {
            comparison.add(board, "rank", board.equals(bed.largest()), clients -> comparison
                    .requests()
                    .rank(board, clients));
        }
        Results results =
                comparison.run("Rank of a random participant over GraphQL", "A query of the rank alone.", report);
        String typename = ReadComparison.name(
                "", ReadComparison.TYPENAME, bed.options().clients().getLast());
        report.atLeast(
                "GraphQL, " + typename + ": per second",
                TYPENAMES_PER_SECOND,
                results.of(typename).rate());
    }
}
