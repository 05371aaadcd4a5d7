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

/** Connections to the service, and the one thread that serves them: whoever calls {@link #run}. */
public final class SocketLoop implements AutoCloseable {
    /** How long it may sleep when something is to be done at a moment. */
    private static final long NAP_MILLIS = 1;

    /** Large enough for every frame and every reply. */
    private static final int MOST_BYTES = 1 << 20;

    private final InetSocketAddress address;
    private final Selector selector = Selector.open();
    private final ByteBuffer received = ByteBuffer.allocateDirect(MOST_BYTES);
    private final byte[] bytes = new byte[MOST_BYTES];

    /** To the service at this address. */
    public SocketLoop(InetSocketAddress address) throws IOException {
        this.address = address;
    }

    /** What is at the other end of {@link Line}. */
    interface Listener {
        /**
         * Takes what came, together with what was left the last time.
         *
         * @return how many of the bytes are done with
         */
        int take(Line line, byte[] bytes, int end) throws IOException;

        /** The other side has closed the connection. */
        void closed(Line line) throws IOException;
    }

    /** One connection. What came of a message that is not whole is kept, and nothing else. */
    final class Line {
        private static final byte[] NOTHING = {};

        private final SocketChannel channel;
        private final Listener listener;
        private byte[] left = NOTHING;

        Line(SocketChannel channel, Listener listener) {
            this.channel = channel;
            this.listener = listener;
        }

        /** Writes all of it at once: messages are small, and a service that does not take them is broken. */
        void send(ByteBuffer message) throws IOException {
            channel.write(message);
            if (message.hasRemaining()) {
                throw new IOException("the service does not read what it is sent");
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
            if (end > MOST_BYTES) {
                throw new IOException("a message of more than " + MOST_BYTES + " bytes");
            }
            received.get(bytes, left.length, received.remaining());
            int done = listener.take(this, bytes, end);
            left = done == end ? NOTHING : Arrays.copyOfRange(bytes, done, end);
        }
    }

    /** Opens one more. */
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

    /** Something to be done when it is time, which it finds out itself. */
    interface Pace {
        void look() throws IOException;
    }

    /**
     * Serves all connections until this is so.
     *
     * @param pace is asked between any two that have something to read
     * @return whether it came to be so in time
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
