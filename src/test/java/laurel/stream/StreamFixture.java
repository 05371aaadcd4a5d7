package laurel.stream;

import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.BackgroundJobs;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.app.Apps;

/**
 * The service beside a Redis, which reads streams when a test says so: each test those of an app of its own, by a consumer
 * that knows nothing of those before.
 */
final class StreamFixture implements AutoCloseable {
    static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    private static final String DEAD_LETTERS = "{ deadLetters { nodes { id stream entryId fields reason } } }";

    final RedisServer redis;
    final TickingClock clock = new TickingClock(NOW);
    final RedisCommands<String, String> commands;
    LaurelServer server;
    StreamConsumer consumer;
    private final LaurelServer service;

    private StreamFixture(Map<String, Object> settings) throws IOException {
        redis = RedisServer.start();
        commands = redis.commands();
        service = LaurelServer.start(clock, settings(redis, settings));
        server = service;
        consumer = service.bean(StreamConsumer.class);
    }

    static StreamFixture start(Map<String, Object> settings) throws IOException {
        return new StreamFixture(settings);
    }

    /** Begins a test: Redis is empty, and a new app has a board of this mode, points. */
    void begin(String mode) {
        commands.flushall();
        clock.set(NOW);
        server = service.inNewApp();
        consumer = consumerOn(service);
        board("points", mode);
    }

    /** A new consumer on a node, of the service's streams as those of this test's app. */
    StreamConsumer consumerOn(LaurelServer node) {
        String app = server.client().ask("{ app { key } }").text("data", "app", "key");
        StreamSettings settings = node.bean(StreamSettings.class);
        RedisStreams streams = node.bean(RedisStreams.class);
        return new StreamConsumer(
                new MappingsOf(node.bean(Mappings.class), app),
                node.bean(Apps.class),
                streams,
                new StreamWork(
                        streams,
                        node.bean(EntryRecorder.class),
                        node.bean(DeadLetters.class),
                        node.bean(MeterRegistry.class),
                        settings),
                node.bean(Clock.class),
                settings,
                node.bean(BackgroundJobs.class));
    }

    /** The same streams, each of this app. */
    private static final class MappingsOf extends Mappings {
        private final List<MappedStream> streams;

        MappingsOf(Mappings mappings, String app) {
            super(List.of());
            streams = mappings.all().stream()
                    .map(stream -> new MappedStream(stream.name(), app, stream.events(), stream.scores()))
                    .toList();
        }

        @Override
        List<MappedStream> all() {
            return streams;
        }
    }

    /** Ends a test: nothing fails any more, and no app has dead letters. */
    void end() {
        server.database().sql().useConnected(() -> {
            server.database().sql().execute("DROP TRIGGER IF EXISTS fail ON score_submission");
            server.database().sql().execute("DROP FUNCTION IF EXISTS fail()");
            server.database().sql().execute("DELETE FROM dead_letter");
        });
    }

    /** Nothing is read by itself. */
    static Map<String, Object> settings(RedisServer redis, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "laurel.streams.redis",
                redis.uri(),
                "laurel.streams.mapping",
                "social,analytics",
                "laurel.streams.every",
                "1h",
                "laurel.streams.look-every",
                "1h"));
        settings.putAll(more);
        return settings;
    }

    /** A board that takes scores of the type points and ratings of the type elo. */
    void board(String key, String mode) {
        server.client()
                .ask(
                        "mutation ($m: JSONObject!) { createLeaderboard(input: {key: \"" + key + "\", updateMode: "
                                + mode
                                + ", windowDefinitions: [{kind: ALL_TIME}], metadata: $m}) { leaderboard { id } } }",
                        Map.of("m", Map.of("scoreType", "points", "ratingType", "elo")))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** The id of a score's entry, which is as old as the clock's present. */
    String score(String participant, String score) {
        return score(Map.of("type", "points", "participant", participant, "score", score));
    }

    String score(Map<String, String> fields) {
        Map<String, String> whole = new HashMap<>(fields);
        whole.putIfAbsent("at", NOW.toString());
        return commands.xadd("scores", whole);
    }

    /** Reads until nothing is left. */
    void consume() {
        boolean more = true;
        while (more) {
            more = consumer.consume(clock.instant());
        }
    }

    /** What stands on a board. */
    List<String> stands(String board) {
        return server
                .client()
                .ask("{ leaderboard(key: \"" + board
                        + "\") { window(select: {relative: {definitionKey: \"all-time\"}}) { ranking { standings { edges { node {"
                        + " score participant { externalId } } } } } } } }")
                .list("data", "leaderboard", "window", "ranking", "standings", "edges")
                .stream()
                .map(edge -> edge.text("node", "participant", "externalId") + " " + edge.text("node", "score"))
                .toList();
    }

    List<Answer> deadLetters() {
        return server.client().ask(DEAD_LETTERS).list("data", "deadLetters", "nodes");
    }

    @Override
    public void close() throws IOException {
        service.close();
        redis.close();
    }

    /** The database fails for submissions of this score, as by a fault of ours. */
    void failFor(String score) {
        server.database().sql().useConnected(() -> {
            server.database()
                    .sql()
                    .execute("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
                            + " $$ BEGIN RAISE EXCEPTION 'this cannot be kept'; END $$");
            server.database()
                    .sql()
                    .execute("CREATE TRIGGER fail BEFORE INSERT ON score_submission FOR EACH ROW WHEN (NEW.score = "
                            + score + ") EXECUTE FUNCTION fail()");
        });
    }
}
