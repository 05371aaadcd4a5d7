package laurel.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.redis.StreamConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** During an outage no entry is lost, counts twice or becomes a dead letter. */
@Timeout(600)
class StreamOutageTest {
    private static final Map<String, Object> SETTINGS = Map.of(
            "laurel.background",
            true,
            "laurel.streams.every",
            "10ms",
            "laurel.streams.batch-size",
            20,
            "laurel.streams.claim-after",
            "2s");

    @Test
    void losesNothingDuringDatabaseOutage() throws Exception {
        try (var redis = RedisServer.start();
                var postgres = CrashingPostgres.start();
                var server =
                        LaurelServer.on(postgres.url(), Clock.systemUTC(), StreamFixture.settings(redis, SETTINGS))) {
            add(redis, "before");
            Until.holds(() -> redis.pending("chat") == 0 && recorded(postgres.sql()) == 100);
            postgres.kill();
            add(redis, "during");
            Until.holds(() -> server.bean(StreamConsumer.class).failingSince() != null && redis.pending("chat") > 0);
            postgres.restart();
            add(redis, "after");
            Until.holds(() -> recorded(postgres.sql()) == 300 && redis.pending("chat") == 0);
            Until.holds(() -> server.bean(StreamConsumer.class).failingSince() == null);
            assertThat(server.bean(DeadLetters.class).count()).isZero();
        }
    }

    @Test
    void losesNothingDuringRedisOutage() throws Exception {
        try (var redis = RedisServer.start();
                var postgres = CrashingPostgres.start();
                var server =
                        LaurelServer.on(postgres.url(), Clock.systemUTC(), StreamFixture.settings(redis, SETTINGS))) {
            add(redis, "before");
            Until.holds(() -> recorded(postgres.sql()) > 0);
            redis.kill();
            Until.holds(() -> server.bean(StreamConsumer.class).failingSince() != null);
            // The rest of the service works.
            assertThat(server.client()
                            .ask("{ apps { edges { node { key } } } }")
                            .at("data"))
                    .isNotNull();
            redis.restart();
            add(redis, "after");
            Until.holds(() -> recorded(postgres.sql()) == 200 && redis.pending("chat") == 0);
            assertThat(server.bean(DeadLetters.class).count()).isZero();
        }
    }

    private static void add(RedisServer redis, String when) {
        var commands = redis.commands();
        IntStream.range(0, 100).forEach(n -> {
            Map<String, String> fields = new HashMap<>(Map.of("id", when + n, "from", "ada", "to", "bea"));
            commands.xadd("chat", fields);
        });
    }

    private static int recorded(Sql sql) {
        List<Integer> counts = sql.of("SELECT count(*) FROM activity_event WHERE event_type = 'dm.sent'")
                .list(Integer.class);
        return counts.getFirst();
    }
}
