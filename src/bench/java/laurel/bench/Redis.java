package laurel.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.measure.Load;
import laurel.bench.measure.RedisConversation;
import laurel.bench.measure.SocketLoad;

/** A Redis that is as durable as PostgreSQL: it writes every command to disk before it responds. */
final class Redis implements AutoCloseable {
    private static final int SECONDS_TO_START = 10;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Process process;
    private final InetSocketAddress address;
    private final AtomicLong next = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom();

    private Redis(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Empty if Redis is not installed. */
    static Optional<Redis> start(Bed bed) throws IOException {
        Path directory = bed.directory("redis");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        ProcessBuilder builder = new ProcessBuilder(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(address.getPort()),
                        "--dir",
                        directory.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("redis.log").toFile());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return Optional.empty();
        }
        Redis redis = bed.closing(new Redis(process, address));
        redis.awaitStart();
        return Optional.of(redis);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void awaitStart() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
        while (true) {
            try {
                new Socket(address.getAddress(), address.getPort()).close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline || !process.isAlive()) {
                    throw new IOException("redis-server did not start", e);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** The URL for clients. */
    String uri() {
        return "redis://" + address.getHostString() + ":" + address.getPort();
    }

    /** Adds scores to one sorted set, for one participant after the other. */
    Load scores(int connections, int participants) {
        return new SocketLoad(address, connections, new RedisConversation(() -> score(participants)));
    }

    private ByteBuffer score(int participants) {
        String who = Board.externalId(next.getAndIncrement() % participants + 1);
        return RedisConversation.command("ZADD", "board", Integer.toString(Submitted.score(random)), who);
    }

    /** Idempotent. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
