package laurel.ingest;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import laurel.FreePort;
import laurel.Installed;
import laurel.database.Until;
import laurel.ingest.redis.RedisStreams;
import org.jspecify.annotations.Nullable;

/** A redis-server for a test, with durable writes. It must be {@link Installed}. */
public final class RedisServer implements AutoCloseable {
    private final Path directory;
    private final int port;
    private final RedisClient client;
    private Process process;
    private @Nullable StatefulRedisConnection<String, String> connection;

    private RedisServer(Path directory, int port) throws IOException {
        this.directory = directory;
        this.port = port;
        this.process = launch();
        this.client = RedisClient.create(uri());
        Until.holds(() -> commands().ping().equals("PONG"));
    }

    public static RedisServer start() throws IOException {
        Installed.require(installed(), "redis-server");
        return new RedisServer(Files.createTempDirectory("laurel-redis"), FreePort.next());
    }

    private static boolean installed() {
        try {
            return new ProcessBuilder("redis-server", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        directory.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("redis.log").toFile())
                .start();
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** The commands of one connection, which stays open until the server is closed. */
    public RedisCommands<String, String> commands() {
        if (connection == null) {
            connection = client.connect();
        }
        return connection.sync();
    }

    /** Adds an entry and returns its ID. */
    String add(String stream, Map<String, String> fields) {
        return commands().xadd(stream, fields);
    }

    /** Reads entries as another consumer of the group, without acknowledging them. */
    @SuppressWarnings("unchecked") // An array of one.
    public void readAs(String consumer, String stream) {
        commands().xreadgroup(Consumer.from(RedisStreams.GROUP, consumer), StreamOffset.lastConsumed(stream));
    }

    /** Number of entries that were delivered and not acknowledged. */
    public long pending(String stream) {
        return commands().xpending(stream, RedisStreams.GROUP).getCount();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        // The next call fails at once, or connects again, and does not wait for this one to be connected again.
        connection = null;
    }

    public void restart() throws IOException {
        process = launch();
        Until.holds(() -> commands().ping().equals("PONG"));
    }

    @Override
    public void close() throws IOException {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
