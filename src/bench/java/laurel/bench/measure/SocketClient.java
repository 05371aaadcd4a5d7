package laurel.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link SocketLoad}: a request in progress, and the received part of its reply. */
final class SocketClient {
    private static final int MAX_MESSAGE = 500;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final SocketChannel channel;
    private final Conversation conversation;
    private ByteBuffer request = ByteBuffer.allocate(0);
    private ByteBuffer reply = ByteBuffer.allocate(16 * 1024);
    private long sentAt;

    SocketClient(SocketChannel channel, Conversation conversation) {
        this.channel = channel;
        this.conversation = conversation;
    }

    long sentAt() {
        return sentAt;
    }

    void ask(SelectionKey key) throws IOException {
        request = conversation.next();
        sentAt = System.nanoTime();
        write(key);
    }

    /** Writes as much of the request as the connection accepts, and the rest later. */
    void write(SelectionKey key) throws IOException {
        channel.write(request);
        int more = request.hasRemaining() ? SelectionKey.OP_WRITE : 0;
        if (key.interestOps() != (SelectionKey.OP_READ | more)) {
            key.interestOps(SelectionKey.OP_READ | more);
        }
    }

    /** Reads. Returns whether the reply is complete. */
    boolean read() throws IOException {
        if (!reply.hasRemaining()) {
            ByteBuffer larger = ByteBuffer.allocate(reply.capacity() * 2);
            reply = larger.put(reply.flip());
        }
        if (channel.read(reply) < 0) {
            throw new EOFException("the server closed a connection, after: " + text(reply.position()));
        }
        int length = conversation.length(reply.array(), reply.position());
        if (length > 0 && length < reply.position()) {
            throw new IOException("more than one reply: " + text(reply.position()));
        }
        return length > 0;
    }

    /** Removes the complete reply. Returns it if it is not the expected one, else null. */
    @Nullable
    String take() {
        int length = reply.position();
        reply.clear();
        return conversation.good(reply.array(), length) ? null : text(length);
    }

    /** The reply for a message: the body if it is HTTP. */
    private String text(int length) {
        String text = new String(reply.array(), 0, length, UTF_8);
        String body = text.substring(text.indexOf(END_OF_HEAD) + 1).strip();
        return body.substring(0, Math.min(body.length(), MAX_MESSAGE));
    }
}
