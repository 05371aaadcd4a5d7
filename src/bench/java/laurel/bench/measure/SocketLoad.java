package laurel.bench.measure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Clients with a connection each. One thread serves all of them, because the clients share the machine with the
 * service: it costs a few microseconds per request, and a thread for each client would cost as much again.
 */
public final class SocketLoad implements Load {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InetSocketAddress address;
    private final int clients;
    private final Conversation conversation;

    public SocketLoad(InetSocketAddress address, int clients, Conversation conversation) {
        this.address = address;
        this.clients = clients;
        this.conversation = conversation;
    }

    @Override
    public Sample run(Duration time) throws IOException {
        List<SocketChannel> channels = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int client = 0; client < clients; client++) {
                SocketChannel channel = SocketChannel.open(address);
                channels.add(channel);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, new SocketClient(channel, conversation));
            }
            return new Turn(selector, time).run();
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    /** Runs one turn: every client repeats requests until the time is over. */
    private static final class Turn {
        private final Selector selector;
        private final long time;
        private final Histogram latencies = Sample.histogram();
        private long began;
        private long failures;
        private @Nullable String failure;

        Turn(Selector selector, Duration time) {
            this.selector = selector;
            this.time = time.toNanos();
        }

        Sample run() throws IOException {
            began = System.nanoTime();
            int waiting = 0;
            for (SelectionKey key : selector.keys()) {
                client(key).ask(key);
                waiting++;
            }
            while (waiting > 0) {
                if (selector.select(PATIENCE.toMillis()) == 0) {
                    throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    waiting -= serve(key);
                }
                selector.selectedKeys().clear();
            }
            return new Sample(latencies, System.nanoTime() - began, failures, failure);
        }

        /** Number of clients that became ready: 1 or 0. */
        private int serve(SelectionKey key) throws IOException {
            SocketClient client = client(key);
            if (key.isWritable()) {
                client.write(key);
            }
            if (!key.isReadable() || !client.read()) {
                return 0;
            }
            long now = System.nanoTime();
            latencies.recordValue(now - client.sentAt());
            String wrong = client.take();
            if (wrong != null) {
                failures++;
                failure = wrong;
            }
            if (now - began >= time) {
                return 1;
            }
            client.ask(key);
            return 0;
        }

        private static SocketClient client(SelectionKey key) {
            return (SocketClient) key.attachment();
        }
    }
}
