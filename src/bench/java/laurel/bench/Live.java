package laurel.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import laurel.bench.bed.Bed;
import laurel.bench.live.Audience;
import laurel.bench.live.Feed;
import laurel.bench.live.FollowedBoards;
import laurel.bench.live.SocketLoop;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Subscribers: memory while idle, and the delay of rank changes. */
final class Live implements Benchmark {
    private static final String PATH = "/graphql";
    private static final String JVM = "-Xmx1g";
    private static final int BOARDS = 100;
    private static final int WARMING = 200;
    private static final int CONNECTIONS = 64;
    private static final int TURNS = 30;
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration LATE = Duration.ofSeconds(30);
    private static final double MAX_HEAP = 20;
    private static final double TICK_MILLIS = 250;
    private static final double MAX_MILLIS = TICK_MILLIS + 250;

    @Override
    public String name() {
        return "live";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        bed.restart(bed.options().withJvm(JVM));
        int subscribers = bed.options().subscribers();
        FollowedBoards boards = FollowedBoards.make(bed.graphql(), BOARDS, subscribers / 2 / BOARDS + 1);
        try (SocketLoop loop = new SocketLoop(bed.http())) {
            warmUp(bed, loop, boards);
            Audience audience = idle(bed, loop, boards, report);
            measureDelays(bed, loop, boards, audience, report);
        }
        bed.restart();
    }

    /** Warms up, so that memory that is allocated once does not count. */
    private static void warmUp(Bed bed, SocketLoop loop, FollowedBoards boards) throws IOException {
        Audience audience = new Audience(loop);
        audience.connect(PATH, boards.subscriptions(WARMING), bed.progress());
        audience.subscribe(bed.progress());
        Feed feed = new Feed(loop, CONNECTIONS, boards::submission, FollowedBoards.SUBMITTED);
        feed.run(bed.options().rates().getFirst(), bed.options().measure().multipliedBy(TURNS));
        audience.behind(LATE);
        audience.leave();
        loop.run(QUIET);
    }

    private static Audience idle(Bed bed, SocketLoop loop, FollowedBoards boards, Report report) throws Exception {
        int subscribers = bed.options().subscribers();
        Table table = new Table(
                "Live: memory of idle subscribers",
                "Live objects after a full garbage collection and resident memory, per WebSocket. %,d WebSockets, JVM with %s."
                        .formatted(subscribers, JVM),
                List.of("what", "heap kB", "resident kB"));
        Occupied before = Occupied.by(bed);
        Audience audience = new Audience(loop);
        audience.connect(PATH, boards.subscriptions(subscribers), bed.progress());
        loop.run(QUIET);
        Occupied connected = Occupied.by(bed);
        audience.subscribe(bed.progress());
        loop.run(QUIET);
        Occupied subscribed = Occupied.by(bed);
        table.row(List.of("WebSocket"), connected.since(before, subscribers));
        table.row(List.of("WebSocket with a subscription"), subscribed.since(before, subscribers));
        report.add(table);
        report.atMost("heap kB of an idle subscriber", MAX_HEAP, (subscribed.heap - before.heap) / subscribers / 1e3);
        return audience;
    }

    /** Memory of the service. */
    private record Occupied(double heap, double resident) {
        /** Resident memory first: a garbage collection touches the whole heap. */
        static Occupied by(Bed bed) throws Exception {
            double resident = bed.service().resident();
            return new Occupied(bed.service().heap(), resident);
        }

        List<Double> since(Occupied before, int subscribers) {
            return List.of((heap - before.heap) / subscribers / 1e3, (resident - before.resident) / subscribers / 1e3);
        }
    }

    private static void measureDelays(Bed bed, SocketLoop loop, FollowedBoards boards, Audience audience, Report report)
            throws Exception {
        Table table = new Table(
                "Live: from a submission to its subscribers",
                ("%,d subscribers of %d leaderboards, one half of the top 10, one half of one rank; each submission causes"
                                + " an event for all subscribers of its leaderboard. A commit is between the request and"
                                + " the response, so the time from the commit to the frame is between the two measured"
                                + " times. It includes the wait for the next tick, every %.0f ms.")
                        .formatted(bed.options().subscribers(), BOARDS, TICK_MILLIS),
                List.of("requested rate", "submissions per second", "frames per second"),
                List.of(
                        "p50 ms since request",
                        "p99 ms since request",
                        "p50 ms since response",
                        "p99 ms since response"),
                List.of("processors of service", "processors of client"));
        Feed feed = new Feed(loop, CONNECTIONS, boards::submission, FollowedBoards.SUBMITTED);
        for (int rate : bed.options().rates()) {
            new Delays(bed, audience, feed, rate).measure(table, report);
        }
        report.add(table);
    }

    /** Measures one rate of submissions. */
    private record Delays(Bed bed, Audience audience, Feed feed, int rate) {
        void measure(Table table, Report report) throws IOException {
            Duration time = bed.options().measure().multipliedBy(TURNS);
            bed.progress().begin("live at " + rate + " a second", 1, "runs");
            audience.seen();
            Duration service = bed.service().cpu();
            Duration client = own();
            long began = System.nanoTime();
            Feed.Fed fed = feed.run(rate, time);
            double nanos = System.nanoTime() - began;
            double serviceShare = bed.service().cpu().minus(service).toNanos() / nanos;
            double clientShare = own().minus(client).toNanos() / nanos;
            long behind = audience.behind(LATE);
            Audience.Seen seen = audience.seen();
            bed.progress().advance(1);
            bed.progress().end();
            table.row(
                    List.of(rate, fed.perSecond(), seen.frames() * 1e9 / nanos),
                    List.of(
                            millis(seen, true, 50),
                            millis(seen, true, 99),
                            millis(seen, false, 50),
                            millis(seen, false, 99)),
                    List.of(serviceShare, clientShare));
            addProblemsAndGoals(report, fed, seen, behind);
        }

        private void addProblemsAndGoals(Report report, Feed.Fed fed, Audience.Seen seen, long behind) {
            if (fed.failure() != null) {
                report.problem(rate + " a second: " + fed.failures() + " submissions failed, one of them with "
                        + fed.failure());
            }
            if (seen.failure() != null) {
                report.problem(rate + " a second: " + seen.failures() + " frames were not events, one of them: "
                        + seen.failure());
            }
            if (behind > 0) {
                report.problem(rate + " a second: " + behind + " subscribers did not receive all changes");
            }
            report.atMost(
                    "ms from a submission to the frame, p99, at " + rate + " a second",
                    MAX_MILLIS,
                    millis(seen, true, 99));
        }

        private static double millis(Audience.Seen seen, boolean sent, double percentile) {
            return (sent ? seen.most() : seen.least()).getValueAtPercentile(percentile) / 1e6;
        }

        private static Duration own() {
            var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return Duration.ofNanos(system.getProcessCpuTime());
        }
    }
}
