package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;

/** One WebSocket with one subscription, by the protocol graphql-transport-ws. */
final class Subscriber implements SocketLoop.Listener {
    private static final byte[] UPGRADED = "HTTP/1.1 101".getBytes(US_ASCII);
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] NEXT = "\"type\":\"next\"".getBytes(US_ASCII);
    private static final byte[] ACK = "\"type\":\"connection_ack\"".getBytes(US_ASCII);
    private static final byte[] PING_MESSAGE = "\"type\":\"ping\"".getBytes(US_ASCII);
    private static final byte[] PONG_MESSAGE = "\"type\":\"pong\"".getBytes(US_ASCII);
    private static final String INIT = "{\"type\":\"connection_init\"}";
    private static final String PONG = "{\"type\":\"pong\"}";
    private static final int MAX_MESSAGE = 300;

    private final Audience audience;
    private final Subscription subscription;
    private boolean upgraded;
    private boolean started;
    private int first;
    private int seen;

    Subscriber(Audience audience, Subscription subscription) {
        this.audience = audience;
        this.subscription = subscription;
    }

    void subscribe(SocketLoop.Line line) throws IOException {
        line.send(Frames.text(subscription.message()));
    }

    /** Whether it has received the changes of all submissions to its leaderboard. */
    boolean upToDate() {
        return started && seen == subscription.times().answers();
    }

    @Override
    public int take(SocketLoop.Line line, byte[] bytes, int end) throws IOException {
        int at = upgraded ? 0 : upgrade(line, bytes, end);
        return Frames.read(bytes, at, end, (opcode, frame, from, to) -> frame(line, opcode, frame, from, to));
    }

    private int upgrade(SocketLoop.Line line, byte[] bytes, int end) throws IOException {
        int head = Bytes.find(END_OF_HEAD, bytes, 0, end);
        if (head < 0) {
            return 0;
        }
        if (Bytes.find(UPGRADED, bytes, 0, UPGRADED.length) != 0) {
            throw new IOException("no WebSocket: " + new String(bytes, 0, Math.min(end, MAX_MESSAGE), UTF_8));
        }
        upgraded = true;
        line.send(Frames.text(INIT));
        return head + END_OF_HEAD.length;
    }

    private void frame(SocketLoop.Line line, int opcode, byte[] bytes, int from, int to) throws IOException {
        switch (opcode) {
            case Frames.TEXT -> message(line, bytes, from, to);
            case Frames.PING -> line.send(Frames.of(Frames.PONG, Arrays.copyOfRange(bytes, from, to)));
            case Frames.PONG -> {}
            default -> audience.failed("a frame of kind " + opcode + ": " + text(bytes, from, to));
        }
    }

    private void message(SocketLoop.Line line, byte[] bytes, int from, int to) throws IOException {
        if (Bytes.find(NEXT, bytes, from, to) >= 0) {
            next(bytes, from, to);
        } else if (Bytes.find(ACK, bytes, from, to) >= 0) {
            audience.acknowledged(this, line);
        } else if (Bytes.find(PING_MESSAGE, bytes, from, to) >= 0) {
            line.send(Frames.text(PONG));
        } else if (Bytes.find(PONG_MESSAGE, bytes, from, to) < 0) {
            audience.failed(text(bytes, from, to));
        }
    }

    /** The number grows by one with each submission to the leaderboard, so it is the number of submissions so far. */
    private void next(byte[] bytes, int from, int to) {
        long number = Bytes.number(subscription.number(), bytes, from, to);
        if (number < 0) {
            audience.failed(text(bytes, from, to));
        } else if (!started) {
            started = true;
            first = (int) number - subscription.times().answers();
            seen = subscription.times().answers();
            audience.began();
        } else {
            seen = audience.seen(subscription.times(), seen, (int) number - first);
        }
    }

    @Override
    public void closed(SocketLoop.Line line) {
        audience.failed("the service closed a connection");
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.min(to - from, MAX_MESSAGE), UTF_8);
    }
}
