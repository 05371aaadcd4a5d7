package laurel.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.bench.bed.Bed;
import laurel.bench.live.Audience;
import laurel.bench.live.Feed;
import laurel.bench.live.FollowedBoards;
import laurel.bench.live.SocketLoop;
import laurel.bench.report.Report;
import laurel.bench.report.Table;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Memory and delays while activity events with the social policy, and submissions to leaderboards with subscribers, arrive at a
 * constant rate for a long time.
 */
final class Soak implements Benchmark {
    private static final int PARTS = 15;
    private static final int BOARDS = 100;
    private static final int CONNECTIONS = 64;
    private static final Duration LATE = Duration.ofSeconds(30);
    private static final double MAX_GROWTH = 1.1;
    private static final double MEGABYTE = 1e6;
    private static final double MILLION = 1e6;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        Duration part = bed.options().soak().dividedBy(PARTS);
        if (part.isZero()) {
            return;
        }
        bed.restart();
        Activity.installSocialPolicy(bed);
        int subscribers = bed.options().subscribers();
        FollowedBoards boards = FollowedBoards.make(bed.graphql(), BOARDS, subscribers / 2 / BOARDS + 1);
        try (SocketLoop loop = new SocketLoop(bed.http());
                Connection connection = bed.postgres().connectAsService()) {
            Audience audience = new Audience(loop);
            audience.connect("/graphql", boards.subscriptions(subscribers), bed.progress());
            audience.subscribe(bed.progress());
            audience.seen();
            Feed feed = new Feed(loop, CONNECTIONS, boards::submission, FollowedBoards.SUBMITTED);
            measure(new Loads(bed, connection, new ScoreLag(bed), audience, feed), part, report);
        }
        bed.restart();
    }

    private static void measure(Loads loads, Duration part, Report report) throws Exception {
        Bed bed = loads.bed;
        int rate = bed.options().rates().getFirst();
        Table table = new Table(
                "Soak",
                ("%d events per second with the social policy, each of another participant, and %d submissions per second to %d"
                                + " leaderboards with %,d subscribers, for %d s. Heap: live objects after a full garbage"
                                + " collection between two parts.")
                        .formatted(
                                rate,
                                rate,
                                BOARDS,
                                bed.options().subscribers(),
                                part.multipliedBy(PARTS).toSeconds()),
                List.of(
                        "after s",
                        "submissions per second",
                        "frames per second",
                        "p99 ms to the frame",
                        "p99 ms to the score",
                        "days waiting",
                        "heap MB",
                        "resident MB",
                        "failed"));
        List<Double> heaps = new ArrayList<>();
        bed.progress().begin("soak", PARTS, "parts");
        for (int n = 1; n <= PARTS; n++) {
            Measured measured = loads.run(rate, part);
            heaps.add(bed.service().heap() / MEGABYTE);
            if (measured.failed > 0) {
                report.problem("soak, part " + n + ": " + measured.failed + " failures, such as " + measured.failure);
            }
            table.row(List.of(
                    part.multipliedBy(n).toSeconds(),
                    measured.submissions,
                    measured.frames * 1e9 / part.toNanos(),
                    measured.frameMillis,
                    measured.scoreMillis,
                    ScoredDays.waiting(loads.connection),
                    heaps.getLast(),
                    bed.service().resident() / MEGABYTE,
                    measured.failed));
            bed.progress().advance(1);
        }
        bed.progress().end();
        report.add(table);
        report.atMost(
                "heap at the end of the soak / after a third", MAX_GROWTH, heaps.getLast() / heaps.get(PARTS / 3 - 1));
    }

    /**
     * The results of a part.
     *
     * @param failed  requests that failed, frames that were wrong, scores that are missing, and subscribers without the last change
     * @param failure one of the responses or frames
     */
    private record Measured(
            double submissions,
            long frames,
            double frameMillis,
            double scoreMillis,
            long failed,
            @Nullable String failure) {}

    private record Loads(Bed bed, Connection connection, ScoreLag events, Audience audience, Feed feed) {
        /** Waits for the last scores and frames, so that a pause afterwards does not delay them. */
        Measured run(int rate, Duration time) throws IOException, SQLException {
            CompletableFuture<Histogram> delays =
                    CompletableFuture.supplyAsync(() -> events.during(connection, rate, time));
            Feed.Fed fed = feed.run(rate, time);
            Histogram scores = delays.join();
            long missing = events.missing(connection, scores) + audience.behind(LATE);
            Audience.Seen seen = audience.seen();
            return new Measured(
                    fed.perSecond(),
                    seen.frames(),
                    seen.most().getValueAtPercentile(99) / MILLION,
                    scores.getValueAtPercentile(99) / MILLION,
                    fed.failures() + seen.failures() + events.takeFailures() + missing,
                    fed.failure() == null ? seen.failure() : fed.failure());
        }
    }
}
