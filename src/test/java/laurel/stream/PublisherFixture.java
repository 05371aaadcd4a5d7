package laurel.stream;

import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.PeriodicJobs;
import laurel.app.Apps;
import laurel.database.signal.Signals;
import laurel.event.EventClient;
import laurel.event.message.EventMessages;
import laurel.ingest.RedisServer;
import laurel.score.ScoreClient;

/** A publisher of an app, which publishes when a test calls {@link #publish}, and a leaderboard that publishes everything. */
public final class PublisherFixture implements AutoCloseable {
    private static final String EVERYTHING = "{entryAdded: ALL, rankChanged: true}";

    public final LaurelServer server;
    public final RedisCommands<String, String> redis;
    public final MeterRegistry meters = new SimpleMeterRegistry();
    public final String app;
    private final PublishSettings settings;
    private final RedisTarget target;
    private final StreamPublisher publisher;

    private PublisherFixture(LaurelServer server, RedisServer redis, PublishSettings settings) {
        this.server = server;
        this.redis = redis.commands();
        this.settings = settings;
        this.app = settings.appKeys().getFirst();
        this.target = new RedisTarget(settings);
        this.publisher = new StreamPublisher(
                server.bean(StreamPositionRepository.class),
                server.bean(EventMessages.class),
                target,
                server.bean(Apps.class),
                server.bean(Clock.class),
                server.bean(PeriodicJobs.class),
                settings,
                server.bean(Signals.class),
                meters);
    }

    /** Starts at the current position of the server's app. */
    public static PublisherFixture start(
            LaurelServer server, RedisServer redis, String stream, String format, String types, int maxPayload) {
        return start(server, redis, stream, format, types, maxPayload, 10);
    }

    /** Starts at the current position of the server's app, with a maximum length of the stream. */
    static PublisherFixture start(
            LaurelServer server,
            RedisServer redis,
            String stream,
            String format,
            String types,
            int maxPayload,
            int maxLength) {
        return start(
                server,
                redis,
                new PublishSettings(redis.uri(), app(server), stream, format, types, maxLength, maxPayload));
    }

    private static PublisherFixture start(LaurelServer server, RedisServer redis, PublishSettings settings) {
        PublisherFixture fixture = new PublisherFixture(server, redis, settings);
        fixture.publish();
        return fixture;
    }

    /** With the default format and all types, in the stream {@code {app}:events}. */
    public static PublisherFixture start(LaurelServer server, RedisServer redis) {
        return start(server, redis, "{app}:events", "JSON", "", 65_536);
    }

    /** Publishes first the app of a server, and then that of another, each in the stream {@code {app}:events}. */
    static PublisherFixture start(LaurelServer server, LaurelServer other, RedisServer redis) {
        return start(server, app(server) + "," + app(other), redis);
    }

    /** Publishes apps with these keys, separated by commas, which need not exist yet. */
    static PublisherFixture start(LaurelServer server, String apps, RedisServer redis) {
        return start(server, redis, new PublishSettings(redis.uri(), apps, "{app}:events", "JSON", "", 10, 65_536));
    }

    /** The key of the app of a server. */
    static String app(LaurelServer server) {
        return server.client().ask("{ app { key } }").text("data", "app", "key");
    }

    /** Publishes all events up to now. */
    public void publish() {
        publisher.publish();
    }

    /** Creates a leaderboard that publishes all changes. */
    public void board(String key) {
        new EventClient(server.client()).create(key, EVERYTHING, "");
    }

    public void submit(String board, String participant, int score) {
        new ScoreClient(server.client()).submit(ScoreClient.score(board, participant, score));
    }

    /** Submits for participants {@code p<first>} to {@code p<last>}, the best first, in one request. */
    public void submitAll(String board, int first, int last) {
        new ScoreClient(server.client())
                .submitAll(IntStream.rangeClosed(first, last)
                        .mapToObj(n -> ScoreClient.score(board, "p" + n, 1000 - n))
                        .toList());
    }

    /** The entries of a stream, oldest first. */
    public List<Map<String, String>> entries(String stream) {
        return redis.xrange(stream, Range.unbounded()).stream()
                .map(entry -> entry.getBody())
                .toList();
    }

    /** The entries of the default stream. */
    public List<Map<String, String>> entries() {
        return entries(app + ":events");
    }

    /** The lag of the app in seconds. */
    public double lag() {
        var registry = new SimpleMeterRegistry();
        new PublishLag(
                        server.bean(StreamPositionRepository.class),
                        server.bean(Apps.class),
                        settings,
                        server.bean(Clock.class),
                        registry)
                .measure();
        return registry.get("laurel.stream.lag").gauge().value();
    }

    @Override
    public void close() {
        publisher.stop();
        target.close();
    }
}
