package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    private final List<String> read = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 300, 65_535, 65_536, 200_000})
    void readsFramesOfEveryLengthSplitAnywhere(int length) throws IOException {
        byte[] bytes = frames(length, length, 3);
        for (int cut : List.of(1, 2, 3, 9, 11, bytes.length / 2, bytes.length - 1)) {
            read.clear();
            int left = Frames.read(bytes, 0, Math.min(cut, bytes.length), this::take);
            assertThat(Frames.read(bytes, left, bytes.length, this::take)).isEqualTo(bytes.length);
            assertThat(read).containsExactly("1 " + length, "1 " + length, "1 3");
        }
    }

    @Test
    void writesLengthAndMaskOfClientFrames() {
        assertThat(bytes(Frames.text("hi"))).startsWith(0x81, 0x82, 0, 0, 0, 0, 'h', 'i');
        assertThat(bytes(Frames.text("x".repeat(300))))
                .hasSize(2 + 2 + 4 + 300)
                .startsWith(0x81, 0xfe, 300 >> 8, 300 & 0xff);
        assertThat(bytes(Frames.of(Frames.PONG, new byte[0]))).startsWith(0x8a, 0x80);
    }

    @Test
    void writesUpgradeRequest() {
        ByteBuffer request = Frames.upgrade(InetSocketAddress.createUnresolved("here", 80), "/graphql");
        assertThat(US_ASCII.decode(request).toString())
                .startsWith("GET /graphql HTTP/1.1\r\nHost: here:80\r\n")
                .endsWith("Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n");
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    private void take(int opcode, byte[] bytes, int from, int to) {
        read.add(opcode + " " + (to - from));
    }

    /** As a server sends them: without a mask. */
    private static byte[] frames(int... lengths) throws IOException {
        var frames = new ByteArrayOutputStream();
        for (int length : lengths) {
            ByteBuffer head = ByteBuffer.allocate(10).put((byte) 0x81);
            if (length < 126) {
                head.put((byte) length);
            } else if (length < 65_536) {
                head.put((byte) 126).putShort((short) length);
            } else {
                head.put((byte) 127).putLong(length);
            }
            frames.write(head.array(), 0, head.position());
            frames.write(new byte[length]);
        }
        return frames.toByteArray();
    }
}
