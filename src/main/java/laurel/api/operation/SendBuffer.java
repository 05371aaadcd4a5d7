package laurel.api.operation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The room for results that one client has not taken yet. While there is none, results wait for a turn, first come, first
 * served, and are not even worked out: what many operations of one client are told at once takes no more memory for that.
 */
public final class SendBuffer {
    /** Results that are worked out at once, each of which may have any size. */
    static final int AT_ONCE = 16;

    private final int bytes;
    private final Executor executor;
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private int given;
    private long unsent;

    /**
     * @param bytes    that may wait to be taken before no more turns are given
     * @param executor what begins when its turn comes runs here
     */
    public SendBuffer(int bytes, Executor executor) {
        this.bytes = bytes;
        this.executor = executor;
    }

    /** The right to work out and send one result, until it is closed. */
    final class Turn implements AutoCloseable {
        private final Runnable begin;
        private boolean has;
        private boolean over;

        private Turn(Runnable begin) {
            this.begin = begin;
        }

        /** Waits for it, in line. */
        void ask() {
            synchronized (SendBuffer.this) {
                if (over) {
                    return;
                }
                waiting.add(this);
            }
            give(Runnable::run);
        }

        /** Gives it back, or does not want it any more. Closing twice does nothing. */
        @Override
        public void close() {
            synchronized (SendBuffer.this) {
                if (over) {
                    return;
                }
                over = true;
                if (has) {
                    given--;
                } else {
                    waiting.remove(this);
                }
            }
            give(executor);
        }
    }

    /** @param begin called when the turn comes; must return soon */
    Turn turn(Runnable begin) {
        return new Turn(begin);
    }

    /** So many bytes wait to be taken. */
    public synchronized void add(int more) {
        unsent += more;
    }

    /** So many have been. */
    public void taken(int bytesTaken) {
        synchronized (this) {
            unsent -= bytesTaken;
        }
        give(executor);
    }

    private void give(Executor where) {
        List<Turn> next = new ArrayList<>(1);
        synchronized (this) {
            while (!waiting.isEmpty() && given < AT_ONCE && unsent < bytes) {
                Turn turn = waiting.remove();
                turn.has = true;
                given++;
                next.add(turn);
            }
        }
        for (Turn turn : next) {
            try {
                where.execute(turn.begin);
            } catch (RejectedExecutionException stopping) {
                // The service stops, and the connection with it.
                turn.close();
            }
        }
    }
}
