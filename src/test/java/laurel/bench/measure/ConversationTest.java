package laurel.bench.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recognizes complete and expected replies. */
class ConversationTest {
    private static final String BODY = "{\"data\":{\"rank\":3}}";

    private final Conversation http = new HttpConversation(() -> ByteBuffer.allocate(0), "\"rank\"");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n" + BODY,
                "HTTP/1.1 200 OK\r\nA: b\r\ncontent-length:19\r\nC: d\r\n\r\n" + BODY,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n" + BODY + "\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{\"data\":\r\nb\r\n{\"rank\":3}}\r\n0\r\n\r\n"
            })
    void recognizesCompleteReplies(String reply) {
        byte[] bytes = reply.getBytes(US_ASCII);
        for (int end = 0; end < bytes.length; end++) {
            assertThat(http.length(bytes, end)).as("%d bytes", end).isZero();
        }
        assertThat(http.length(bytes, bytes.length)).isEqualTo(bytes.length);
        assertThat(http.good(bytes, bytes.length)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 500 Oops\r\nContent-Length: 19\r\n\r\n" + BODY,
                "HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n{\"data\":{\"standing\":null}",
                "HTTP/1.1 200 OK\r\nContent-Length: 28\r\n\r\n{\"errors\":[],\"data\":{\"rank\":3}}"
            })
    void rejectsUnexpectedReplies(String reply) {
        byte[] bytes = reply.getBytes(US_ASCII);
        assertThat(http.good(bytes, bytes.length)).isFalse();
    }

    @Test
    void parsesRepliesOfRedis() {
        Conversation redis = new RedisConversation(() -> RedisConversation.command("ZADD", "b", "12", "p1"));
        assertThat(US_ASCII.decode(redis.next()).toString())
                .isEqualTo("*4\r\n$4\r\nZADD\r\n$1\r\nb\r\n$2\r\n12\r\n$2\r\np1\r\n");
        assertThat(redis.length(":1\r".getBytes(US_ASCII), 3)).isZero();
        assertThat(redis.length(":1\r\n".getBytes(US_ASCII), 4)).isEqualTo(4);
        assertThat(redis.good(":1\r\n".getBytes(US_ASCII), 4)).isTrue();
        assertThat(redis.good("-ERR\r\n".getBytes(US_ASCII), 6)).isFalse();
    }
}
