package laurel.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import laurel.bench.bed.Bed;
import laurel.bench.measure.Sample;
import laurel.bench.report.Table;
import org.HdrHistogram.Histogram;

/**
 * How long after an event its score is on the leaderboards: from the request until the commit, at constant rates. Each request has
 * one event, of one participant after the other. Every tenth is that of a new participant, whose first score is looked for.
 */
final class ScoreLag {
    private static final List<Integer> RATES = List.of(50, 100, 200, 300);
    private static final Duration WARMING = Duration.ofSeconds(2);
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Duration LATE = Duration.ofSeconds(60);
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int PROBED = 10;
    /** Scores of a day are stored by the transaction that submits them to the leaderboards. */
    private static final String SCORED = """
            SELECT p.external_id FROM participant AS p
            WHERE p.app_id = ? AND p.entity_type = 'ACCOUNT' AND p.external_id = ANY (?)
              AND EXISTS (SELECT FROM scoring_day_score AS s WHERE s.participant_id = p.id)
            """;

    private final Bed bed;
    private final DoneEvents events;
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicLong failures = new AtomicLong();
    /** When the first event of a participant was sent. */
    private final Map<String, Long> sent = new ConcurrentHashMap<>();

    private long number;

    ScoreLag(Bed bed) {
        this.bed = bed;
        this.events = new DoneEvents(
                "probed ", Math.min(bed.options().participants(), bed.largest().size()));
    }

    static Table measure(Bed bed) throws SQLException, InterruptedException {
        Table table = new Table(
                "Delay of scores",
                "Single direct messages at a constant rate, with the social policy: from the request until the commit of the scores"
                        + " of its actor, which is on no leaderboard before. Resolution 10 ms.",
                List.of(
                        "events per second",
                        "probes",
                        "p50 ms",
                        "p99 ms",
                        "most ms",
                        "days waiting at the end",
                        "failed"));
        ScoreLag lag = new ScoreLag(bed);
        for (int rate : RATES) {
            table.row(lag.at(rate));
        }
        return table;
    }

    private List<Object> at(int rate) throws SQLException, InterruptedException {
        try (Connection connection = bed.postgres().connectAsService()) {
            ScoredDays.await(connection);
            failures.set(0);
            send(connection, rate, WARMING, Sample.histogram());
            Histogram lags = Sample.histogram();
            send(connection, rate, TIME, lags);
            long waiting = ScoredDays.waiting(connection);
            failures.addAndGet(missing(connection, lags));
            return List.of(
                    rate,
                    lags.getTotalCount(),
                    millis(lags.getValueAtPercentile(50)),
                    millis(lags.getValueAtPercentile(99)),
                    millis(lags.getMaxValue()),
                    waiting,
                    failures.get());
        }
    }

    /** Sends events at a rate for this long. Returns the delays of the scores that were there in this time. */
    Histogram during(Connection connection, int rate, Duration time) {
        Histogram lags = Sample.histogram();
        try {
            send(connection, rate, time, lags);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return lags;
    }

    /** Waits for the scores that are not there yet. Returns the number of those that are missing after a minute. */
    long missing(Connection connection, Histogram lags) throws SQLException {
        long end = System.nanoTime() + LATE.toNanos();
        while (!sent.isEmpty() && System.nanoTime() < end) {
            look(connection, lags);
            LockSupport.parkNanos(POLL_NANOS);
        }
        long missing = sent.size();
        sent.clear();
        return missing;
    }

    /** Number of events since the last call that were not recorded. */
    long takeFailures() {
        return failures.getAndSet(0);
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }

    private void send(Connection connection, int rate, Duration time, Histogram lags) throws SQLException {
        long start = System.nanoTime();
        long looked = start;
        long count = 0;
        for (long now = start; now - start < time.toNanos(); now = System.nanoTime()) {
            for (; count < (now - start) * rate / NANOS; count++) {
                send();
            }
            if (now - looked >= POLL_NANOS) {
                look(connection, lags);
                looked = System.nanoTime();
            }
            LockSupport.parkNanos(POLL_NANOS / PROBED);
        }
    }

    private void send() {
        boolean probe = ++number % PROBED == 0;
        String actor = "probe-" + number;
        if (probe) {
            sent.put(actor, System.nanoTime());
        }
        URI address = bed.service().address();
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(probe ? events.of(actor) : events.many(1)))
                .build();
        var unused = http.sendAsync(request, BodyHandlers.ofString()).handle((response, failure) -> {
            if (failure != null || !response.body().contains("\"acceptedCount\":1,")) {
                failures.incrementAndGet();
            }
            return null;
        });
    }

    /** Looks for first scores. */
    private void look(Connection connection, Histogram lags) throws SQLException {
        List<String> waiting = new ArrayList<>(sent.keySet());
        if (waiting.isEmpty()) {
            return;
        }
        try (var statement = connection.prepareStatement(SCORED)) {
            statement.setInt(1, bed.smallest().app());
            statement.setArray(2, connection.createArrayOf("text", waiting.toArray()));
            try (var result = statement.executeQuery()) {
                long now = System.nanoTime();
                while (result.next()) {
                    Long from = sent.remove(result.getString(1));
                    if (from != null) {
                        lags.recordValue(now - from);
                    }
                }
            }
        }
    }
}
