package laurel.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link SocketLoad}: a request under way, and what has come of its reply. */
final class SocketClient {
    private static final int LONGEST_TELLING = 500;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final SocketChannel channel;
    private final Conversation conversation;
    private ByteBuffer request = ByteBuffer.allocate(0);
    private ByteBuffer reply = ByteBuffer.allocate(16 * 1024);
    private long askedAt;

    SocketClient(SocketChannel channel, Conversation conversation) {
        this.channel = channel;
        this.conversation = conversation;
    }

    long askedAt() {
        return askedAt;
    }

    void ask(SelectionKey key) throws IOException {
        request = conversation.next();
        askedAt = System.nanoTime();
        write(key);
    }

    /** Writes what the connection takes of the request, and the rest when it takes more. */
    void write(SelectionKey key) throws IOException {
        channel.write(request);
        int more = request.hasRemaining() ? SelectionKey.OP_WRITE : 0;
        if (key.interestOps() != (SelectionKey.OP_READ | more)) {
            key.interestOps(SelectionKey.OP_READ | more);
        }
    }

    /** Whether the reply is whole now. */
    boolean read() throws IOException {
        if (!reply.hasRemaining()) {
            ByteBuffer larger = ByteBuffer.allocate(reply.capacity() * 2);
            reply = larger.put(reply.flip());
        }
        if (channel.read(reply) < 0) {
            throw new EOFException("the server closed a connection, having said: " + told(reply.position()));
        }
        int length = conversation.length(reply.array(), reply.position());
        if (length > 0 && length < reply.position()) {
            throw new IOException("more than one reply: " + told(reply.position()));
        }
        return length > 0;
    }

    /** Takes the whole reply; what it was where it was not good. */
    @Nullable
    String take() {
        int length = reply.position();
        reply.clear();
        return conversation.good(reply.array(), length) ? null : told(length);
    }

    /** The reply for a person: of HTTP's the body. */
    private String told(int length) {
        String text = new String(reply.array(), 0, length, UTF_8);
        String body = text.substring(text.indexOf(END_OF_HEAD) + 1).strip();
        return body.substring(0, Math.min(body.length(), LONGEST_TELLING));
    }
}
