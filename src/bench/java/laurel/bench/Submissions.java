package laurel.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Single submissions from many clients, each written to disk before the response. */
final class Submissions implements Benchmark {
    static final String[] WINDOWS = {"HOURLY", "DAILY", "WEEKLY", "MONTHLY", "ALL_TIME"};
    private static final int BOARDS = 100;
    private static final String LAUREL = "Laurel, submitScore";
    private static final String SPREAD = "Laurel, submitScore to one of " + BOARDS + " leaderboards";
    private static final String UPSERT = "upserts over JDBC";
    private static final String REDIS = "Redis, ZADD";
    private static final double MIN_RATE = 0.5;

    @Override
    public String name() {
        return "submissions";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        int participants = Math.min(bed.options().participants(), bed.largest().size());
        Submitted submitted = Submitted.to(bed, "five-windows", participants, WINDOWS);
        List<Submitted> spread = new ArrayList<>();
        for (int n = 0; n < BOARDS; n++) {
            spread.add(Submitted.to(bed, "spread-" + n, participants, WINDOWS));
        }
        AtomicInteger next = new AtomicInteger();
        Requests requests = new Requests(bed);
        BareTable table = BareTable.make(bed, "bare_one");
        Optional<Redis> redis = Redis.start(bed);
        List<Contestant> contestants = new ArrayList<>();
        for (int clients : bed.options().writers()) {
            contestants.add(new Contestant(LAUREL + clients, requests.made(clients, submitted::one, "\"submission\"")));
            contestants.add(new Contestant(
                    SPREAD + clients,
                    requests.made(
                            clients,
                            () -> spread.get(Math.floorMod(next.getAndIncrement(), BOARDS))
                                    .one(),
                            "\"submission\"")));
            contestants.add(new Contestant(UPSERT + clients, table.upserts(clients, participants)));
            redis.ifPresent(
                    server -> contestants.add(new Contestant(REDIS + clients, server.scores(clients, participants))));
        }
        Results results = bed.writeRounds().run("submissions", contestants);
        results.failures().forEach(report::problem);
        addTables(bed, report, results, redis.isPresent());
        if (redis.isPresent()) {
            redis.get().close();
        }
    }

    private static void addTables(Bed bed, Report report, Results results, boolean redis) {
        Table table = new Table(
                "Durable submissions",
                "A submission to Laurel writes an entry in %d windows and a row of the ledger; the others write one row or member. "
                                .formatted(WINDOWS.length)
                        + (redis
                                ? "Redis with `appendfsync always`."
                                : "Without Redis: redis-server is not on the PATH."),
                List.of("way", "clients"),
                Result.FIGURES,
                List.of("entries per second", "rate / upserts'", "entries / upserts'"));
        for (int clients : bed.options().writers()) {
            Result upserts = results.of(UPSERT + clients);
            row(table, LAUREL, clients, WINDOWS.length, results.of(LAUREL + clients), upserts);
            row(table, SPREAD, clients, WINDOWS.length, results.of(SPREAD + clients), upserts);
            row(table, UPSERT, clients, 1, upserts, upserts);
            if (redis) {
                row(table, REDIS, clients, 1, results.of(REDIS + clients), upserts);
            }
            report.atLeast(
                    LAUREL + ", " + clients + " clients: rate / upserts'",
                    MIN_RATE,
                    results.of(LAUREL + clients).rate() / upserts.rate());
        }
        report.add(table);
    }

    private static void row(Table table, String way, int clients, int entries, Result result, Result upserts) {
        table.row(
                List.of(way, clients),
                result.figures(),
                List.of(
                        result.rate() * entries,
                        result.rate() / upserts.rate(),
                        result.rate() * entries / upserts.rate()));
    }
}
