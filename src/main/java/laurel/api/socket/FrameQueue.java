package laurel.api.socket;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The messages that wait for the connections of one event loop. The loop writes many of them per turn, and flushes each
 * connection once: one task and one system call for the messages that a connection receives together.
 */
final class FrameQueue {
    /** Messages per turn. Between turns, the loop reads and answers requests. */
    private static final int TURN = 256;

    private final EventLoop loop;
    private final Queue<Message> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** Used only on the loop's thread. */
    private boolean writing;

    FrameQueue(EventLoop loop) {
        this.loop = loop;
    }

    /**
     * A message for one connection.
     *
     * @param onWritten runs when the network has taken it, or never will
     */
    private record Message(Channel channel, WebSocketFrame frame, Runnable onWritten) {}

    /**
     * Adds a message. The messages of a connection are written in the order in which they were added. On the loop's own thread
     * they are written at once, so that a client that sends many requests can read the responses meanwhile.
     */
    void add(Channel channel, WebSocketFrame frame, Runnable onWritten) {
        waiting.add(new Message(channel, frame, onWritten));
        if (loop.inEventLoop() && !writing) {
            write();
        } else {
            schedule();
        }
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                loop.execute(this::writeScheduled);
            } catch (RejectedExecutionException stopped) {
                scheduled.set(false);
                drop();
            }
        }
    }

    private void writeScheduled() {
        // Before the first message is taken: one that is added from here on schedules the next turn.
        scheduled.set(false);
        write();
    }

    private void write() {
        writing = true;
        try {
            writeTurn();
        } finally {
            writing = false;
        }
        if (!waiting.isEmpty()) {
            schedule();
        }
    }

    private void writeTurn() {
        Set<Channel> written = new LinkedHashSet<>();
        for (int n = 0; n < TURN; n++) {
            Message message = waiting.poll();
            if (message == null) {
                break;
            }
            message.channel.write(message.frame).addListener(done -> message.onWritten.run());
            written.add(message.channel);
        }
        written.forEach(Channel::flush);
    }

    /** The loop has stopped, and its connections are closed. */
    private void drop() {
        for (Message message = waiting.poll(); message != null; message = waiting.poll()) {
            message.frame.release();
            message.onWritten.run();
        }
    }
}
