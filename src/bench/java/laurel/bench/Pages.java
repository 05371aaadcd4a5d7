package laurel.bench;

import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.report.Report;

/** Pages of the largest leaderboard over GraphQL. */
final class Pages implements Benchmark {
    @Override
    public String name() {
        return "pages";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        ReadComparison comparison = new ReadComparison(bed);
        Requests requests = comparison.requests();
        Board board = bed.largest();
        comparison.add(board, "top 10", true, clients -> requests.top(board, 10, clients));
        comparison.add(board, "top 100", false, clients -> requests.top(board, 100, clients));
        comparison.add(board, "top 1,000", false, clients -> requests.top(board, 1_000, clients));
        comparison.add(board, "10 in the middle", false, clients -> requests.middle(board, clients));
        comparison.add(board, "around, 5 on either side", false, clients -> requests.around(board, clients));
        comparison.run("Pages over GraphQL", "Rank, score, ID and name of each participant of the page.", report);
    }
}
