package laurel.ingest;

import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.PeriodicJobs;
import laurel.TickingClock;
import laurel.app.Apps;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
import laurel.ingest.redis.PendingEntries;
import laurel.ingest.redis.RedisStreams;
import laurel.ingest.redis.StreamConsumer;
import laurel.ingest.redis.StreamSettings;

/**
 * A service and a Redis. Streams are read when a test calls {@link #consume}. Each test has its own app and consumer.
 */
public final class StreamFixture implements AutoCloseable {
    public static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    private static final String DEAD_LETTERS = "{ deadLetters { nodes { id stream entryId fields reason } } }";

    public final RedisServer redis;
    public final TickingClock clock = new TickingClock(NOW);
    public final RedisCommands<String, String> commands;
    public LaurelServer server;
    public StreamConsumer consumer;
    private final LaurelServer service;

    private StreamFixture(Map<String, Object> settings) throws IOException {
        redis = RedisServer.start();
        commands = redis.commands();
        service = LaurelServer.start(clock, settings(redis, settings));
        server = service;
        consumer = service.bean(StreamConsumer.class);
    }

    public static StreamFixture start(Map<String, Object> settings) throws IOException {
        return new StreamFixture(settings);
    }

    /** Begins a test: Redis is empty, and a new app has the leaderboard {@code points} with this update mode. */
    public void begin(String mode) {
        commands.flushall();
        clock.set(NOW);
        server = service.inNewApp();
        consumer = consumerOn(service);
        board("points", mode);
    }

    /** A new consumer on a node, whose mapped streams belong to the app of this test. */
    public StreamConsumer consumerOn(LaurelServer node) {
        String app = server.client().ask("{ app { key } }").text("data", "app", "key");
        StreamSettings settings = node.bean(StreamSettings.class);
        RedisStreams streams = node.bean(RedisStreams.class);
        return new StreamConsumer(
                new MappingsOf(node.bean(Mappings.class), app),
                node.bean(Apps.class),
                streams,
                new PendingEntries(
                        streams,
                        node.bean(Apps.class),
                        node.bean(EntryRecorder.class),
                        node.bean(DeadLetters.class),
                        node.bean(MeterRegistry.class),
                        settings),
                node.bean(Clock.class),
                settings,
                node.bean(PeriodicJobs.class));
    }

    /** The same streams for another app. */
    private static final class MappingsOf extends Mappings {
        private final List<MappedStream> streams;

        MappingsOf(Mappings mappings, String app) {
            super(List.of());
            streams = mappings.all().stream()
                    .map(stream -> new MappedStream(stream.name(), app, stream.events(), stream.scores()))
                    .toList();
        }

        @Override
        public List<MappedStream> all() {
            return streams;
        }
    }

    /** Ends a test: removes the failure and all dead letters. */
    public void end() {
        server.database().sql().useConnected(() -> {
            server.database().sql().execute("DROP TRIGGER IF EXISTS fail ON score_submission");
            server.database().sql().execute("DROP FUNCTION IF EXISTS fail()");
            server.database().sql().execute("DELETE FROM dead_letter");
        });
    }

    /** Settings by which nothing is read automatically. */
    public static Map<String, Object> settings(RedisServer redis, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "laurel.streams.redis",
                redis.uri(),
                "laurel.streams.mapping",
                "social,community,analytics",
                "laurel.streams.every",
                "1h",
                "laurel.streams.check-every",
                "1h"));
        settings.putAll(more);
        return settings;
    }

    /** Creates a leaderboard for scores of the type points and ratings of the type elo. */
    public void board(String key, String mode) {
        server.client()
                .ask(
                        "mutation ($m: JSONObject!) { createLeaderboard(input: {key: \"" + key + "\", updateMode: "
                                + mode
                                + ", windowDefinitions: [{kind: ALL_TIME}], metadata: $m}) { leaderboard { id } } }",
                        Map.of("m", Map.of("scoreType", "points", "ratingType", "elo")))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Adds an entry with a score at the current time of the clock, and returns its ID. */
    public String score(String participant, String score) {
        return score(Map.of("type", "points", "participant", participant, "score", score));
    }

    public String score(Map<String, String> fields) {
        Map<String, String> whole = new HashMap<>(fields);
        whole.putIfAbsent("at", NOW.toString());
        return commands.xadd("scores", whole);
    }

    /** Reads all entries. */
    public void consume() {
        boolean more = true;
        while (more) {
            more = consumer.consume(clock.instant());
        }
    }

    /** The standings of a leaderboard. */
    public List<String> standings(String board) {
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

    public List<Answer> deadLetters() {
        return server.client().ask(DEAD_LETTERS).list("data", "deadLetters", "nodes");
    }

    @Override
    public void close() throws IOException {
        service.close();
        redis.close();
    }

    /** Makes the database fail for submissions of this score. */
    public void failFor(String score) {
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
