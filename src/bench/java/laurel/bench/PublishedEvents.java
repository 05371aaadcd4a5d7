package laurel.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Single submissions to leaderboards that publish events of entries and ranks, and to one that does not. */
final class PublishedEvents implements Benchmark {
    private static final String DESCRIPTION =
            "Submissions of random scores to a leaderboard with one window. Nearly each"
                    + " changes the rank of its participant, so it publishes an event.";
    private static final String OFF = "no events";
    private static final String OWN = "entries added, and ranks of those who submit";
    private static final String TOP = "the same, and ranks of the passed in the top 100";
    private static final double MIN_RATIO = 0.6;

    @Override
    public String name() {
        return "events";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        int participants = Math.min(bed.options().participants(), bed.largest().size());
        Submitted off = Submitted.to(bed, "events-off", participants, "ALL_TIME");
        Submitted own = Submitted.to(bed, "events-own", participants, rules(0), "ALL_TIME");
        Submitted top = Submitted.to(bed, "events-top", participants, rules(100), "ALL_TIME");
        Requests requests = new Requests(bed);
        List<Contestant> contestants = new ArrayList<>();
        for (int clients : bed.options().writers()) {
            contestants.add(new Contestant(OFF + clients, requests.made(clients, off::one, "\"submission\"")));
            contestants.add(new Contestant(OWN + clients, requests.made(clients, own::one, "\"submission\"")));
            contestants.add(new Contestant(TOP + clients, requests.made(clients, top::one, "\"submission\"")));
        }
        Results results = bed.writeRounds().run("events", contestants);
        results.failures().forEach(report::problem);
        addTable(bed, report, results);
    }

    private static List<Map<String, Object>> rules(int top) {
        return List.of(Map.of("entryAdded", "ALL", "rankChanged", true, "rankChangedTopCount", top));
    }

    private static void addTable(Bed bed, Report report, Results results) {
        Table table = new Table(
                "Events",
                DESCRIPTION,
                List.of("events", "clients"),
                Result.FIGURES,
                List.of("rate / rate without events"));
        for (int clients : bed.options().writers()) {
            double without = results.of(OFF + clients).rate();
            for (String events : List.of(OFF, OWN, TOP)) {
                Result result = results.of(events + clients);
                table.row(List.of(events, clients), result.figures(), List.of(result.rate() / without));
            }
            report.atLeast(
                    OWN + ", " + clients + " clients: rate / rate without events",
                    MIN_RATIO,
                    results.of(OWN + clients).rate() / without);
        }
        report.add(table);
    }
}
