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

/** A client that sends what it likes, byte by byte. */
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
        // Little is kept for a client that does not read.
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** One that has become a WebSocket and was acknowledged. */
    public static RawSocket acknowledged(URI server) throws IOException {
        RawSocket raw = upgraded(server);
        raw.say(InMemorySocket.INIT);
        assertThat(raw.text()).isEqualTo(InMemorySocket.ACK);
        return raw;
    }

    /** One that is told what the test tells. */
    public static RawSocket following(LiveServer server) throws IOException {
        RawSocket raw = acknowledged(server.uri());
        int before = server.schema.begun();
        raw.say(InMemorySocket.subscription("1", "subscription { told { text } }"));
        Until.holds(() -> server.schema.begun() == before + 1);
        return raw;
    }

    /** One that has become a WebSocket. */
    public static RawSocket upgraded(URI server, String... headers) throws IOException {
        var raw = new RawSocket(server);
        raw.write(upgrade("Sec-WebSocket-Protocol: graphql-transport-ws", headers));
        assertThat(raw.head()).startsWith("HTTP/1.1 101").contains("sec-websocket-protocol: graphql-transport-ws");
        return raw;
    }

    /** The request for it, with these headers. */
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

    /** The head of a response, in small letters but for its first line. */
    public String head() throws IOException {
        String head = until("\r\n\r\n");
        int first = head.indexOf("\r\n");
        return head.substring(0, first) + head.substring(first).toLowerCase(Locale.ROOT);
    }

    /** All up to these characters, and those. */
    public String until(String end) throws IOException {
        var read = new StringBuilder();
        while (read.indexOf(end, Math.max(0, read.length() - end.length())) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("ended after " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    public String characters(int count) throws IOException {
        return new String(in.readNBytes(count), ISO_8859_1);
    }

    public void say(String text) throws IOException {
        frame(LAST | TEXT, text.getBytes(UTF_8));
    }

    /** @param first the first byte, with the opcode */
    public void frame(int first, byte... payload) throws IOException {
        claim(first, payload.length, payload);
    }

    /** A whole frame of this kind. */
    public void whole(int opcode, byte... payload) throws IOException {
        frame(LAST | opcode, payload);
    }

    /** @param length that it claims */
    public void claim(int first, long length, byte... payload) throws IOException {
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

    /** What comes next, opcode and payload. */
    public record Frame(int opcode, String payload) {}

    public Frame frame() throws IOException {
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

    /** What comes next, which is a text. */
    public String text() throws IOException {
        Frame frame = frame();
        assertThat(frame.opcode()).as(frame.payload()).isEqualTo(TEXT);
        return frame.payload();
    }

    /** What comes next, which is the end, and why. */
    public String closed() throws IOException {
        Frame frame = frame();
        assertThat(frame.opcode()).as(frame.payload()).isEqualTo(CLOSE);
        return frame.payload();
    }

    /** Says something that is answered, and so waits until all before it has arrived. */
    public void assertOpen() throws IOException {
        say(InMemorySocket.PING);
        assertThat(text()).isEqualTo(InMemorySocket.PONG);
    }

    /** There is nothing more to read, once all that was sent is read. */
    public void assertEnded() {
        try {
            while (in.read() >= 0) {}
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Ends without a word. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
