package laurel.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import laurel.LaurelProcess;
import laurel.Tries;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The service is killed while events arrive, in the long run five times. No event is lost, counts twice or stays
 * pending, and the tallies equal a plain count.
 */
class StreamCrashTest {
    private static final int EVENTS = Tries.of(600, 100_000);
    private static final int DEATHS = Tries.of(1, 5);
    private static final List<String> STREAMS = List.of("chat", "activities", "roomchat", "presence");

    /** All times are within two hours of one day, and few within the same second. */
    private final Instant from = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(2, ChronoUnit.DAYS);

    private static final Map<String, Object> SETTINGS = Map.of(
            "laurel.streams.every",
            "20ms",
            "laurel.streams.batch-size",
            50,
            "laurel.streams.claim-after",
            "1s",
            "laurel.streams.attempts",
            1_000);

    /** By type, part and participant. */
    private final Map<String, Integer> expected = new TreeMap<>();

    private final Set<String> ids = new HashSet<>();
    private final Random random = new Random(7);

    @Test
    @Timeout(1_800)
    void losesAndRepeatsNothingWhenServiceIsKilled() throws Exception {
        try (var redis = RedisServer.start();
                var database = TestDatabase.fresh()) {
            Sql sql = database.sql();
            define(database);
            RedisCommands<String, String> commands = redis.commands();
            int added = 0;
            for (int life = 0; life <= DEATHS; life++) {
                try (var service = LaurelProcess.start(database, environment(redis))) {
                    int share = EVENTS / (DEATHS + 1) * (life + 1);
                    for (; added < (life == DEATHS ? EVENTS : share); added++) {
                        add(commands, added);
                    }
                    int enough = life == DEATHS ? ids.size() : ids.size() * 9 / 10;
                    Until.holds(() -> recorded(sql) >= enough);
                    if (life < DEATHS) {
                        service.kill();
                    } else {
                        Until.holds(() -> STREAMS.stream().allMatch(stream -> redis.pending(stream) == 0));
                    }
                }
            }
            assertThat(recorded(sql)).isEqualTo(ids.size());
            assertThat(tallies(sql)).isEqualTo(expected);
            assertThat(deadLetters(sql)).isZero();
        }
    }

    private static Map<String, Object> environment(RedisServer redis) {
        Map<String, Object> settings = new HashMap<>();
        StreamFixture.settings(redis, SETTINGS).forEach((name, value) -> settings.put(name.replace('-', '_'), value));
        return settings;
    }

    /** Adds a day rule, so that events are counted. */
    private static void define(TestDatabase database) {
        database.sql()
                .execute("INSERT INTO streak_day_rule (app_id, rule, created_at)"
                        + " VALUES (1, '{\"kind\": \"FIXED\", \"timeZone\": \"UTC\", \"groupTimeZones\": []}', now())");
    }

    /** One in ten entries repeats an earlier event. */
    private void add(RedisCommands<String, String> commands, int number) {
        int n = number > 100 && random.nextInt(10) == 0 ? random.nextInt(number) : number;
        String stream = STREAMS.get(n % STREAMS.size());
        String actor = "p" + n % 97;
        String peer = "q" + n % 89;
        Map<String, String> fields = new HashMap<>(Map.of(
                "id",
                "e" + n,
                "from",
                actor,
                "to",
                peer,
                "user",
                actor,
                "opponent",
                peer,
                "at",
                from.plusSeconds(n % 7_200).toString()));
        fields.put("status", stream.equals("activities") ? "ended" : "heartbeat");
        commands.xadd(stream, fields);
        if (ids.add("e" + n)) {
            count(stream, actor, peer);
        }
    }

    private void count(String stream, String actor, String peer) {
        switch (stream) {
            case "chat" -> countBoth("dm.sent", actor, peer);
            case "activities" -> countBoth("game.ended", actor, peer);
            case "roomchat" -> expected.merge("room.message ACTOR " + actor, 1, Integer::sum);
            default -> expected.merge("heartbeat ACTOR " + actor, 1, Integer::sum);
        }
    }

    private void countBoth(String type, String actor, String peer) {
        expected.merge(type + " ACTOR " + actor, 1, Integer::sum);
        expected.merge(type + " PEER " + peer, 1, Integer::sum);
    }

    private static int recorded(Sql sql) {
        return count(sql, "SELECT count(*) FROM activity_event");
    }

    private static int deadLetters(Sql sql) {
        return count(sql, "SELECT count(*) FROM dead_letter");
    }

    private static int count(Sql sql, String query) {
        return sql.of(query).one(Integer.class);
    }

    @Introspected
    record Line(String line, int events) {}

    private static Map<String, Integer> tallies(Sql sql) {
        Map<String, Integer> tallies = new TreeMap<>();
        sql.of("SELECT t.event_type || ' ' || t.role || ' ' || p.external_id AS line, sum(t.event_count) AS events"
                        + " FROM activity_daily_tally AS t JOIN participant AS p ON p.id = t.participant_id GROUP BY 1")
                .each(Line.class, row -> tallies.put(row.line, row.events));
        return tallies;
    }
}
