package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;

/** One WebSocket with one subscription, as the protocol graphql-transport-ws has it. */
final class Subscriber implements SocketLoop.Listener {
    private static final byte[] UPGRADED = "HTTP/1.1 101".getBytes(US_ASCII);
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] NEXT = "\"type\":\"next\"".getBytes(US_ASCII);
    private static final byte[] ACK = "\"type\":\"connection_ack\"".getBytes(US_ASCII);
    private static final byte[] PING_MESSAGE = "\"type\":\"ping\"".getBytes(US_ASCII);
    private static final byte[] PONG_MESSAGE = "\"type\":\"pong\"".getBytes(US_ASCII);
    private static final String INIT = "{\"type\":\"connection_init\"}";
    private static final String PONG = "{\"type\":\"pong\"}";
    private static final int LONGEST_TELLING = 300;

    private final Audience audience;
    private final Wish wish;
    private boolean upgraded;
    private boolean told;
    private int first;
    private int seen;

    Subscriber(Audience audience, Wish wish) {
        this.audience = audience;
        this.wish = wish;
    }

    void subscribe(SocketLoop.Line line) throws IOException {
        line.send(Frames.text(wish.message()));
    }

    /** Whether it knows of all submissions to its board. */
    boolean upToDate() {
        return told && seen == wish.times().answers();
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
            throw new IOException("no WebSocket: " + new String(bytes, 0, Math.min(end, LONGEST_TELLING), UTF_8));
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

    /** Its number grows by one with each submission to the board: so it says of how many the frame tells. */
    private void next(byte[] bytes, int from, int to) {
        long number = Bytes.number(wish.number(), bytes, from, to);
        if (number < 0) {
            audience.failed(text(bytes, from, to));
        } else if (!told) {
            told = true;
            first = (int) number - wish.times().answers();
            seen = wish.times().answers();
            audience.began();
        } else {
            seen = audience.seen(wish.times(), seen, (int) number - first);
        }
    }

    @Override
    public void closed(SocketLoop.Line line) {
        audience.failed("the service closed a connection");
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.min(to - from, LONGEST_TELLING), UTF_8);
    }
}
