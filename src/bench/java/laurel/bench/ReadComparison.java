package laurel.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Load;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/**
 * Compares queries with two baselines on the same server: {@code { __typename }}, the cost of any request, and the
 * score of a participant, one look-up of a key. Every client sends the next request when it has the response.
 */
final class ReadComparison {
    static final String TYPENAME = "{ __typename }";
    private static final String SCORE = "score alone";
    private static final int WARM_UP = 10;
    private static final double MAX_TIME = 1.5;
    private static final double MIN_RATE = 0.7;

    private final Bed bed;
    private final Requests requests;
    private final Set<Board> boards = new LinkedHashSet<>();
    private final List<Query> queries = new ArrayList<>();

    ReadComparison(Bed bed) {
        this.bed = bed;
        requests = new Requests(bed);
        queries.add(new Query("", TYPENAME, false, requests::typename));
    }

    /**
     * @param asking makes the load for a number of clients
     * @param close  whether the goal is to cost little more than the score alone
     */
    private record Query(String entries, String title, boolean close, IntFunction<Load> asking) {}

    Requests requests() {
        return requests;
    }

    /** Adds a query of a leaderboard, and the baseline of the leaderboard if it is the first. */
    void add(Board board, String title, boolean close, IntFunction<Load> asking) {
        if (boards.add(board)) {
            queries.add(new Query(board.label(), SCORE, false, clients -> requests.score(board, clients)));
        }
        queries.add(new Query(board.label(), title, close, asking));
    }

    /** Measures with each number of clients, and adds a table to the report. */
    Results run(String title, String description, Report report) throws Exception {
        Table table = table(title, description);
        List<Contestant> contestants = new ArrayList<>();
        for (int clients : bed.options().clients()) {
            for (Query query : queries) {
                contestants.add(new Contestant(name(query.entries, query.title, clients), query.asking.apply(clients)));
            }
        }
        warmUp();
        Results results = bed.rounds().run(title, contestants);
        for (int clients : bed.options().clients()) {
            for (Query query : queries) {
                row(table, results, query, clients);
            }
        }
        report.add(table);
        results.failures().forEach(report::problem);
        goals(results, report);
        return results;
    }

    /** Warms up until the JVM has compiled the code. */
    private void warmUp() throws Exception {
        int clients = bed.options().clients().getLast();
        try (Load load = requests.mixed(bed.smallest(), clients)) {
            load.run(bed.options().measure().multipliedBy(WARM_UP));
        }
    }

    private static Table table(String title, String description) {
        return new Table(
                title,
                description + " Over HTTP/1.1 with persistent connections. Ratios are to the score alone.",
                List.of("entries", "query", "clients"),
                Result.FIGURES,
                List.of("p50 / __typename's", "p50 / score's", "rate / score's"));
    }

    private static void row(Table table, Results results, Query query, int clients) {
        Result result = results.of(name(query.entries, query.title, clients));
        Result typename = results.of(name("", TYPENAME, clients));
        List<Object> ofScore = List.of("", "");
        if (!query.entries.isEmpty()) {
            Result score = results.of(name(query.entries, SCORE, clients));
            ofScore = List.of(result.p50() / score.p50(), result.rate() / score.rate());
        }
        table.row(
                List.of(query.entries, query.title, clients),
                result.figures(),
                List.of(result.p50() / typename.p50()),
                ofScore);
    }

    /** Goals hold for the largest number of clients. */
    private void goals(Results results, Report report) {
        int clients = bed.options().clients().getLast();
        queries.stream().filter(Query::close).forEach(query -> {
            String name = name(query.entries, query.title, clients);
            Result score = results.of(name(query.entries, SCORE, clients));
            report.atMost(
                    "GraphQL, " + name + ": p50 / score's",
                    MAX_TIME,
                    results.of(name).p50() / score.p50());
            report.atLeast(
                    "GraphQL, " + name + ": rate / score's",
                    MIN_RATE,
                    results.of(name).rate() / score.rate());
        });
    }

    /** Name of a contestant. */
    static String name(String entries, String title, int clients) {
        return (entries + " " + title).strip() + ", " + clients + " clients";
    }
}
