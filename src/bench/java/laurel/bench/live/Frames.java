package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** The part of WebSocket (RFC 6455) that a client of one service needs. */
final class Frames {
    static final int TEXT = 1;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int OPCODE = 0x0f;
    private static final int LENGTH = 0x7f;
    private static final int LENGTH_IN_TWO = 126;
    private static final int LENGTH_IN_EIGHT = 127;
    private static final int HEAD = 2;
    private static final int MASK = 4;

    private Frames() {}

    /** The request for a WebSocket. The key is the example of the RFC. */
    static ByteBuffer upgrade(InetSocketAddress address, String path) {
        return ByteBuffer.wrap("""
                GET %s HTTP/1.1
                Host: %s:%d
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Protocol: graphql-transport-ws

                """.formatted(path, address.getHostString(), address.getPort())
                .replace("\n", "\r\n")
                .getBytes(US_ASCII));
    }

    /** A frame of a client with a mask of zeros, which leaves the payload unchanged. */
    static ByteBuffer of(int opcode, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + Short.BYTES + MASK + payload.length);
        frame.put((byte) (FINAL | opcode));
        if (payload.length < LENGTH_IN_TWO) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length <= 0xffff) {
            frame.put((byte) (MASKED | LENGTH_IN_TWO)).putShort((short) payload.length);
        } else {
            throw new IllegalArgumentException("the message is too long");
        }
        return frame.putInt(0).put(payload).flip();
    }

    static ByteBuffer text(String message) {
        return of(TEXT, message.getBytes(UTF_8));
    }

    /** Receives the frames of a server. */
    interface Receiver {
        /** Receives one whole frame, whose payload is at these indexes. */
        void frame(int opcode, byte[] bytes, int from, int to) throws IOException;
    }

    /** Passes whole frames to the receiver, and returns the index of the first incomplete frame. */
    static int read(byte[] bytes, int start, int end, Receiver receiver) throws IOException {
        int at = start;
        while (end - at >= HEAD) {
            int from = at + HEAD + lengthBytes(bytes[at + 1]);
            if (from > end) {
                return at;
            }
            long to = from + length(bytes, at + 1);
            if (to > end) {
                return at;
            }
            if ((bytes[at] & FINAL) == 0) {
                throw new IOException("the service sends a message in parts");
            }
            receiver.frame(bytes[at] & OPCODE, bytes, from, (int) to);
            at = (int) to;
        }
        return at;
    }

    private static int lengthBytes(byte length) {
        return switch (length & LENGTH) {
            case LENGTH_IN_TWO -> Short.BYTES;
            case LENGTH_IN_EIGHT -> Long.BYTES;
            default -> 0;
        };
    }

    private static long length(byte[] bytes, int at) {
        ByteBuffer behind = ByteBuffer.wrap(bytes, at + 1, lengthBytes(bytes[at]));
        return switch (behind.remaining()) {
            case 0 -> bytes[at] & LENGTH;
            case Short.BYTES -> behind.getShort() & 0xffff;
            default -> behind.getLong();
        };
    }
}
