package laurel.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Locale;
import laurel.database.Until;

/** A client of HTTP and WebSocket that controls every byte. */
public final class RawSocket implements AutoCloseable {
    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    public RawSocket(URI server) throws IOException {
        // Small, so that a client that does not read fills the buffers soon.
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Opens a WebSocket and initializes it. */
    public static RawSocket acknowledged(URI server, String... headers) throws IOException {
        RawSocket raw = upgraded(server, headers);
        raw.sendText(InMemorySocket.INIT);
        assertThat(raw.readText()).isEqualTo(InMemorySocket.ACK);
        return raw;
    }

    /** Opens a WebSocket with a subscription. */
    public static RawSocket subscribed(LiveServer server) throws IOException {
        RawSocket raw = acknowledged(server.uri());
        int before = server.schema.addedListeners();
        raw.sendText(InMemorySocket.subscription("1", "subscription { message { text } }"));
        Until.holds(() -> server.schema.addedListeners() == before + 1);
        return raw;
    }

    /** Opens a WebSocket. */
    public static RawSocket upgraded(URI server, String... headers) throws IOException {
        var raw = new RawSocket(server);
        raw.write(upgrade("Sec-WebSocket-Protocol: graphql-transport-ws", headers));
        assertThat(raw.readHead()).startsWith("HTTP/1.1 101").contains("sec-websocket-protocol: graphql-transport-ws");
        return raw;
    }

    /** The request of the handshake. */
    public static String upgrade(String header, String... headers) {
        return "GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + header + "\r\n"
                + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
                + "\r\n";
    }

    public void write(String text) throws IOException {
        write(text.getBytes(UTF_8));
    }

    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads the head of a response. Headers are in lower case. */
    public String readHead() throws IOException {
        String head = readUntil("\r\n\r\n");
        int first = head.indexOf("\r\n");
        return head.substring(0, first) + head.substring(first).toLowerCase(Locale.ROOT);
    }

    /** Reads up to and including these characters. */
    public String readUntil(String end) throws IOException {
        var read = new StringBuilder();
        char last = end.charAt(end.length() - 1);
        int next = -1;
        // Some responses have millions of characters.
        while (next != last || read.indexOf(end, Math.max(0, read.length() - end.length())) < 0) {
            next = in.read();
            if (next < 0) {
                throw new IOException("ended after " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    public String read(int count) throws IOException {
        return new String(in.readNBytes(count), ISO_8859_1);
    }

    public void sendText(String text) throws IOException {
        sendPart(LAST | TEXT, text.getBytes(UTF_8));
    }

    /**
     * Sends a frame.
     *
     * @param first the first byte, with the opcode
     */
    public void sendPart(int first, byte... payload) throws IOException {
        sendWithLength(first, payload.length, payload);
    }

    /** Sends a complete frame. */
    public void sendFrame(int opcode, byte... payload) throws IOException {
        sendPart(LAST | opcode, payload);
    }

    /**
     * Sends a frame with this length in its header.
     *
     * @param length the length in the header, which may be wrong
     */
    public void sendWithLength(int first, long length, byte... payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14).put((byte) first);
        if (length < 126) {
            frame.put((byte) (MASKED | length));
        } else if (length < 65_536) {
            frame.put((byte) (MASKED | 126)).putShort((short) length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(length);
        }
        byte[] mask = {1, 2, 3, 4};
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ mask[i % 4]));
        }
        socket.getOutputStream().write(frame.array(), 0, frame.position());
    }

    /** A received frame. */
    public record Frame(int opcode, String payload) {}

    public Frame readFrame() throws IOException {
        int opcode = in.readUnsignedByte() & 0x0f;
        int length = in.readUnsignedByte();
        long more = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
        byte[] payload = in.readNBytes(Math.toIntExact(more));
        return opcode == CLOSE && more >= 2
                ? new Frame(
                        opcode,
                        ByteBuffer.wrap(payload).getShort() + " " + new String(payload, 2, payload.length - 2, UTF_8))
                : new Frame(opcode, new String(payload, UTF_8));
    }

    /** Reads a text frame. */
    public String readText() throws IOException {
        Frame frame = readFrame();
        assertThat(frame.opcode()).as(frame.payload()).isEqualTo(TEXT);
        return frame.payload();
    }

    /** Reads a close frame: code and reason. */
    public String readClose() throws IOException {
        Frame frame = readFrame();
        assertThat(frame.opcode()).as(frame.payload()).isEqualTo(CLOSE);
        return frame.payload();
    }

    /** Asserts that a ping is answered, and so waits until all earlier messages have arrived. */
    public void assertOpen() throws IOException {
        sendText(InMemorySocket.PING);
        assertThat(readText()).isEqualTo(InMemorySocket.PONG);
    }

    /** Asserts that the connection ends. */
    public void assertClosed() {
        try {
            while (in.read() >= 0) {}
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Closes the connection without a handshake. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
