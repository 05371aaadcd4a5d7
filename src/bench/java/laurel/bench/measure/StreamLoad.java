package laurel.bench.measure;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Adds entries to a Redis stream, so many that the consumer never waits, and measures until the last is acknowledged.
 * An operation is a batch; its latency is its share of the whole time.
 */
public final class StreamLoad implements Load {
    private static final int AHEAD = 2;
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final long SECONDS_TO_END = 120;

    /** Number of entries that the group has not acknowledged. */
    private static final String LEFT = """
            local left = redis.call('XPENDING', KEYS[1], ARGV[1])[1]
            for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
              local of = {}
              for i = 1, #group, 2 do of[group[i]] = group[i + 1] end
              if of['name'] == ARGV[1] then left = left + (of['lag'] or 1) end
            end
            return left
            """;

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String stream;
    private final String group;
    private final int batch;
    private final Supplier<Map<String, String>> entries;

    public StreamLoad(String uri, String stream, String group, int batch, Supplier<Map<String, String>> entries) {
        this.client = RedisClient.create(uri);
        this.connection = client.connect();
        this.stream = stream;
        this.group = group;
        this.batch = batch;
        this.entries = entries;
    }

    @Override
    public Sample run(Duration time) throws Exception {
        long began = System.nanoTime();
        long batches = 0;
        do {
            add();
            batches++;
            awaitLeft((long) AHEAD * batch);
        } while (System.nanoTime() - began < time.toNanos());
        awaitLeft(0);
        long nanos = System.nanoTime() - began;
        Histogram latencies = Sample.histogram();
        latencies.recordValueWithCount(nanos / batches, batches);
        return new Sample(latencies, nanos, 0, null);
    }

    private void add() {
        List<RedisFuture<String>> added = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
            added.add(connection.async().xadd(stream, entries.get()));
        }
        if (!LettuceFutures.awaitAll(Duration.ofSeconds(SECONDS_TO_END), added.toArray(RedisFuture[]::new))) {
            throw new IllegalStateException("Redis does not respond in time");
        }
    }

    private void awaitLeft(long most) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        while (left() > most) {
            if (System.nanoTime() > deadline) {
                throw new IOException(left() + " entries of " + stream + " are not acknowledged");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private long left() {
        Long left = connection.sync().eval(LEFT, ScriptOutputType.INTEGER, new String[] {stream}, group);
        return left;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
