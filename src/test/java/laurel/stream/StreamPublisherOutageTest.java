package laurel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.Range;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.event.EventClient;
import laurel.ingest.RedisServer;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes publish each event once and in order, and an outage of Redis delays events without blocking submissions. */
@Timeout(600)
class StreamPublisherOutageTest {
    private static final String STREAM = "out";

    private static Map<String, Object> settings(RedisServer redis) {
        return Map.of(
                "laurel.background",
                true,
                "laurel.streams.publish.redis",
                redis.uri(),
                "laurel.streams.publish.stream",
                STREAM,
                "laurel.streams.publish.every",
                "10ms");
    }

    @Test
    void catchesUpAfterOutageOfRedis() throws Exception {
        try (var redis = RedisServer.start();
                var server = LaurelServer.start(Clock.systemUTC(), settings(redis))) {
            var scores = new ScoreClient(server.client());
            new EventClient(server.client()).create("arena", "{entryAdded: ALL}", "");
            Until.holds(() -> started(server));
            submit(scores, 0, 20);
            Until.holds(() -> ids(redis).size() == 20);
            redis.kill();
            submit(scores, 20, 60);
            redis.restart();
            submit(scores, 60, 80);
            Until.holds(() -> ids(redis).size() >= 80);
            assertThat(ids(redis).stream().distinct()).hasSize(80).isSorted();
            assertThat(ids(redis).stream().distinct().toList()).isEqualTo(events(server));
        }
    }

    @Test
    void publishesEachEventOnceAndInOrderOnTwoNodes() throws Exception {
        try (var redis = RedisServer.start();
                var database = TestDatabase.fresh();
                var server = LaurelServer.on(database, Clock.systemUTC(), settings(redis));
                var other = LaurelServer.on(database, Clock.systemUTC(), settings(redis))) {
            new EventClient(server.client()).create("arena", "{entryAdded: ALL}", "");
            Until.holds(() -> started(server));
            submit(new ScoreClient(server.client()), 0, 60);
            submit(new ScoreClient(other.client()), 60, 120);
            Until.holds(() -> ids(redis).size() >= 120);
            assertThat(ids(redis)).isEqualTo(events(server));
        }
    }

    private static boolean started(LaurelServer server) {
        return !server.database()
                .sql()
                .of("SELECT app_id FROM stream_position")
                .list(Integer.class)
                .isEmpty();
    }

    private static void submit(ScoreClient scores, int from, int to) {
        IntStream.range(from, to).forEach(n -> assertThat(
                        scores.submit(ScoreClient.score("arena", "p" + n, n)).at("status"))
                .isEqualTo("COUNTED"));
    }

    private static List<Long> ids(RedisServer redis) {
        return redis.commands().xrange(STREAM, Range.unbounded()).stream()
                .map(entry -> Long.valueOf(entry.getBody().get("id")))
                .toList();
    }

    private static List<Long> events(LaurelServer server) {
        return new EventClient(server.client())
                .events().stream()
                        .map(event -> Long.valueOf(event.text("sequence")))
                        .toList();
    }
}
