package laurel.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Sample;
import laurel.bench.report.Report;
import laurel.bench.report.Table;
import org.HdrHistogram.Histogram;

/**
 * A batch of late events, each of which joins two streaks of a participant, with the social policy: what other requests of the
 * app wait while the days of the streaks are scored again.
 */
final class Joins implements Benchmark {
    private static final int MOST = 1_000;
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final int POLL_MILLIS = 20;
    private static final double MILLION = 1e6;
    private static final String REMAINS =
            "SELECT EXISTS (SELECT FROM scoring_changed_day) OR EXISTS (SELECT FROM scoring_rescore_range)";
    private static final String DAYS =
            "SELECT coalesce(sum(r.end_date - r.start_date + 1), 0) FROM scoring_rescore_range AS r";
    /** Days on which the streak has another length than the score is multiplied for; the factor no longer grows after a month. */
    private static final String WRONG = """
            SELECT count(*) FROM scoring_day_score AS o
            JOIN scoring_day_score AS s USING (participant_id, policy_id, day)
            JOIN participant AS p ON p.id = o.participant_id
            WHERE o.pillar = 'overall' AND s.pillar = 'engagement' AND p.external_id LIKE 'joined-%'
              AND (o.submitted_score <> o.score OR o.score <> round(s.score * 1.5, 2))
            """;

    @Override
    public String name() {
        return "joins";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        int participants = Math.min(MOST, bed.options().participants());
        JoinedStreaks streaks = new JoinedStreaks(bed, participants);
        Activity.installSocialPolicy(bed);
        try (Connection connection = bed.postgres().connectAsService()) {
            streaks.record();
            await(connection);
            bed.progress().print("joins: streaks are scored");
            List<String> names = new ArrayList<>(otherRequests(streaks).keySet());
            warm(streaks);
            List<Histogram> quiet = meanwhile(streaks, () -> TimeUnit.SECONDS.sleep(QUIET.toSeconds()));
            double[] times = new double[3];
            List<Histogram> during = meanwhile(streaks, () -> {
                long began = System.nanoTime();
                streaks.join();
                times[0] = (System.nanoTime() - began) / MILLION;
                times[1] = ScoredDays.count(connection, DAYS);
                await(connection);
                times[2] = (System.nanoTime() - began) / MILLION / TimeUnit.SECONDS.toMillis(1);
            });
            if (ScoredDays.count(connection, WRONG) > 0) {
                report.problem("Days of joined streaks have wrong scores.");
            }
            report.add(table(participants, times, names, quiet, during));
        }
    }

    private static Table table(
            int participants, double[] times, List<String> names, List<Histogram> quiet, List<Histogram> during) {
        Table table = new Table(
                "Other requests while joined streaks are scored",
                ("%d late events in one request, each of which joins streaks of %d and %d days. The request took %.0f ms. %.0f days"
                                + " were waiting then; all were scored %.1f s after it began. One client for each of the other"
                                + " requests.")
                        .formatted(
                                participants, JoinedStreaks.BEFORE, JoinedStreaks.AFTER, times[0], times[1], times[2]),
                List.of("what", "operations", "p50 ms", "p99 ms", "longest ms"));
        for (int n = 0; n < names.size(); n++) {
            row(table, names.get(n) + ", before", quiet.get(n));
            row(table, names.get(n), during.get(n));
        }
        return table;
    }

    private static void row(Table table, String name, Histogram times) {
        table.row(List.of(
                name,
                times.getTotalCount(),
                times.getValueAtPercentile(50) / MILLION,
                times.getValueAtPercentile(99) / MILLION,
                times.getMaxValue() / MILLION));
    }

    /** Work that may fail. */
    private interface Work {
        void run() throws IOException, InterruptedException, SQLException;
    }

    private static Map<String, Work> otherRequests(JoinedStreaks streaks) {
        Map<String, Work> requests = new LinkedHashMap<>();
        requests.put("event of another participant", streaks::recordOther);
        requests.put("submission to a leaderboard of the policy", streaks::submitOther);
        requests.put("rank on it", streaks::rankOther);
        return requests;
    }

    private static void warm(JoinedStreaks streaks) throws InterruptedException {
        meanwhile(streaks, () -> TimeUnit.SECONDS.sleep(QUIET.toSeconds()));
    }

    /** Sends the other requests while work is done. Returns how long each took. */
    private static List<Histogram> meanwhile(JoinedStreaks streaks, Work work) throws InterruptedException {
        List<Histogram> times = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Exception> failures = new ArrayList<>();
        boolean[] done = new boolean[1];
        for (Work request : otherRequests(streaks).values()) {
            Histogram of = Sample.histogram();
            times.add(of);
            threads.add(Thread.ofPlatform().start(() -> repeat(request, of, done, failures)));
        }
        try {
            work.run();
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            synchronized (done) {
                done[0] = true;
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.getFirst());
        }
        return times;
    }

    private static void repeat(Work request, Histogram times, boolean[] done, List<Exception> failures) {
        try {
            while (true) {
                synchronized (done) {
                    if (done[0]) {
                        return;
                    }
                }
                long began = System.nanoTime();
                request.run();
                times.recordValue(System.nanoTime() - began);
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (Exception e) {
            synchronized (done) {
                failures.add(e);
            }
        }
    }

    private static void await(Connection connection) throws SQLException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (remains(connection)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the days are not scored");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static boolean remains(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(REMAINS)) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
