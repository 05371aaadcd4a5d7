package laurel.bench.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Commands in the protocol of Redis, whose replies are one line each. */
public final class RedisConversation implements Conversation {
    private final Supplier<ByteBuffer> commands;

    public RedisConversation(Supplier<ByteBuffer> commands) {
        this.commands = commands;
    }

    /** The bytes of a command. */
    public static ByteBuffer command(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return ByteBuffer.wrap(text.toString().getBytes(US_ASCII));
    }

    @Override
    public ByteBuffer next() {
        return commands.get();
    }

    @Override
    public int length(byte[] bytes, int end) {
        return end > 0 && bytes[end - 1] == '\n' ? end : 0;
    }

    @Override
    public boolean good(byte[] bytes, int end) {
        return bytes[0] == ':' || bytes[0] == '+';
    }
}
