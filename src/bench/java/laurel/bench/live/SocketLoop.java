package laurel.bench.live;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** Connections to the service that are served by one thread, the caller of {@link #run}. */
public final class SocketLoop implements AutoCloseable {
    /** Maximum sleep if there is timed work. */
    private static final long NAP_MILLIS = 1;

    /** Large enough for every frame and every reply. */
    private static final int MAX_BYTES = 1 << 20;

    private final InetSocketAddress address;
    private final Selector selector = Selector.open();
    private final ByteBuffer received = ByteBuffer.allocateDirect(MAX_BYTES);
    private final byte[] bytes = new byte[MAX_BYTES];

    /** Makes a loop for the service at this address. */
    public SocketLoop(InetSocketAddress address) throws IOException {
        this.address = address;
    }

    /** Handles the bytes of a {@link Line}. */
    interface Listener {
        /**
         * Handles received bytes, after those that the last call left.
         * @return number of bytes that were handled
         */
        int take(Line line, byte[] bytes, int end) throws IOException;

        /** The server closed the connection. */
        void closed(Line line) throws IOException;
    }

    /** One connection. Only the bytes of an incomplete message are kept. */
    final class Line {
        private static final byte[] NOTHING = {};

        private final SocketChannel channel;
        private final Listener listener;
        private byte[] left = NOTHING;

        Line(SocketChannel channel, Listener listener) {
            this.channel = channel;
            this.listener = listener;
        }

        /** Writes a message at once. Messages are small, so a service that does not read them is broken. */
        void send(ByteBuffer message) throws IOException {
            channel.write(message);
            if (message.hasRemaining()) {
                throw new IOException("the service does not read requests");
            }
        }

        void close() throws IOException {
            channel.close();
        }

        private void read() throws IOException {
            received.clear();
            if (channel.read(received) < 0) {
                channel.close();
                listener.closed(this);
                return;
            }
            System.arraycopy(left, 0, bytes, 0, left.length);
            int end = left.length + received.flip().remaining();
            if (end > MAX_BYTES) {
                throw new IOException("a message of more than " + MAX_BYTES + " bytes");
            }
            received.get(bytes, left.length, received.remaining());
            int done = listener.take(this, bytes, end);
            left = done == end ? NOTHING : Arrays.copyOfRange(bytes, done, end);
        }
    }

    /** Opens a connection. */
    Line connect(Listener listener) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
        Line line = new Line(channel, listener);
        channel.register(selector, SelectionKey.OP_READ, line);
        return line;
    }

    InetSocketAddress address() {
        return address;
    }

    /** Timed work, which checks the time itself. */
    interface Pace {
        void look() throws IOException;
    }

    /**
     * Serves all connections until the condition holds.
     *
     * @param pace runs between any two reads
     * @return whether the condition held in time
     */
    boolean run(BooleanSupplier done, Duration patience, Pace pace) throws IOException {
        long began = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - began > patience.toNanos()) {
                return false;
            }
            pace.look();
            selector.select(NAP_MILLIS);
            for (SelectionKey key : selector.selectedKeys()) {
                pace.look();
                if (key.isValid()) {
                    ((Line) key.attachment()).read();
                }
            }
            selector.selectedKeys().clear();
        }
        return true;
    }

    /** Serves all connections for this long. */
    public void run(Duration time) throws IOException {
        run(() -> false, time, () -> {});
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
