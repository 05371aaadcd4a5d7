package laurel.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.measure.StreamLoad;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/**
 * Activity events from GraphQL and from Redis Streams, without and with the social policy, against inserting them into
 * a table.
 */
final class Activity implements Benchmark {
    private static final int BATCH = 500;
    /**
     * With a policy, one event changes dozens of entries: the pillars of two participants, each in eight windows. The days of
     * a batch of this size are scored in the background.
     */
    private static final int SCORED_BATCH = 50;

    private static final int CLIENTS = 32;

    private static final String GRAPHQL = "Laurel, recordActivities";
    private static final String SINGLE = "Laurel, recordActivities of one event, " + CLIENTS + " clients";
    private static final String STREAM = "Laurel, Redis Streams";
    private static final String INSERT = "INSERT into a bare table";
    private static final String INSTALL = "mutation { installSocialPolicy(input: {}) { scoringPolicy { key } } }";

    @Override
    public String name() {
        return "activity";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        Optional<Redis> redis = Redis.start(bed);
        if (redis.isPresent()) {
            bed.restart(bed.options()
                    .withJvm("-Dlaurel.streams.redis=" + redis.get().uri())
                    .withJvm("-Dlaurel.streams.mapping=community"));
        }
        BareEvents bare = BareEvents.make(bed);
        report.add(compare(bed, report, redis, bare, "alone", BATCH));
        installSocialPolicy(bed);
        report.add(compare(bed, report, redis, bare, "with the social policy", SCORED_BATCH));
        report.add(ScoredDays.measure(bed));
        report.add(ScoreLag.measure(bed));
        if (redis.isPresent()) {
            bed.restart();
            redis.get().close();
        }
    }

    static void installSocialPolicy(Bed bed) throws IOException, InterruptedException {
        bed.graphql()
                .ask(INSTALL, Map.of())
                .at("installSocialPolicy", "scoringPolicy", "key")
                .text();
    }

    private static Table compare(Bed bed, Report report, Optional<Redis> redis, BareEvents bare, String how, int batch)
            throws Exception {
        int participants = Math.min(bed.options().participants(), bed.largest().size());
        DoneEvents events = new DoneEvents("recorded " + how + " ", participants);
        DoneEvents streamed = new DoneEvents("streamed " + how + " ", participants);
        List<Contestant> contestants = new ArrayList<>();
        contestants.add(new Contestant(
                GRAPHQL, new Requests(bed).made(1, () -> events.many(batch), "\"acceptedCount\":" + batch + ",")));
        contestants.add(
                new Contestant(SINGLE, new Requests(bed).made(CLIENTS, () -> events.many(1), "\"acceptedCount\":1,")));
        redis.ifPresent(server -> contestants.add(
                new Contestant(STREAM, new StreamLoad(server.uri(), "chat", "laurel", batch, streamed::entry))));
        contestants.add(new Contestant(INSERT, bare.inserts(batch, participants)));
        Results results = bed.writeRounds().run("activity " + how, contestants);
        results.failures().forEach(report::problem);
        return table(how, batch, redis.isPresent(), results);
    }

    private static Table table(String how, int batch, boolean redis, Results results) {
        Table table = new Table(
                "Activity events " + how,
                "Direct messages, batches of " + batch + ", one client, unless stated otherwise. "
                        + (redis
                                ? "The stream always has entries to read; the consumer reads one batch at a time."
                                : "Without Redis Streams: redis-server is not on the PATH."),
                List.of("way"),
                Result.FIGURES,
                List.of("events per second", "events / INSERT's"));
        double inserted = results.of(INSERT).rate() * batch;
        for (String way : redis ? List.of(GRAPHQL, SINGLE, STREAM, INSERT) : List.of(GRAPHQL, SINGLE, INSERT)) {
            Result result = results.of(way);
            double rate = result.rate() * (way.equals(SINGLE) ? 1 : batch);
            table.row(List.of(way), result.figures(), List.of(rate, rate / inserted));
        }
        return table;
    }
}
