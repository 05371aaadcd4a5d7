package laurel.api.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnection;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.SendBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/**
 * A response of server-sent events, of one operation or of several. Comments between the events keep the connection, and the
 * first lets the headers leave.
 */
final class EventStream implements LiveConnection {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** Of a long event, so that it is seen whether its client takes any of it. */
    private static final int PIECE = 65_536;

    private final LiveConnections connections;
    private final SendBuffer room;
    private final Supplier<byte[]> farewell;
    private final Runnable over;
    private final Queue<Piece> waiting = new ConcurrentLinkedQueue<>();
    private final Sinks.Many<Piece> sink = Sinks.many().unicast().onBackpressureBuffer(waiting);
    private final Sinks.Empty<Void> cut = Sinks.empty();
    private final long made = System.nanoTime();
    private boolean opened;
    private long unsent;
    private long said;
    private long taken = made;
    /** When its client was left; 0 while it is not. */
    private long left;

    /**
     * @param executor works out what is sent
     * @param farewell says what a client is sent at last that has taken nothing for too long
     * @param over     called when the client has gone, or is left; perhaps more than once
     */
    EventStream(LiveConnections connections, Executor executor, Supplier<byte[]> farewell, Runnable over) {
        this.connections = connections;
        this.room = new SendBuffer(connections.limits().buffer(), executor);
        this.farewell = farewell;
        this.over = over;
        say(COMMENT);
    }

    /** An event on its way. */
    private static final class Event {
        final CompletableFuture<@Nullable Void> taken = new CompletableFuture<>();
        volatile boolean begun;
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Piece(Event event, byte[] bytes, boolean last, boolean result) {}

    SendBuffer room() {
        return room;
    }

    /** Whether it is the first who asks for it, who has from now on the time to take what waits. */
    synchronized boolean open() {
        boolean first = !opened;
        opened = true;
        taken = System.nanoTime();
        return first;
    }

    /** What the client is sent, each part when it has taken the one before. */
    Publisher<byte[]> body() {
        return sink.asFlux().map(this::take).takeUntilOther(cut.asMono()).doFinally(signal -> closed());
    }

    /** Sends an event that holds a result, which has its turn; done when it has left. */
    synchronized CompletionStage<?> send(byte[] event) {
        room.add(event.length);
        return write(event, true);
    }

    /** Sends any other event. */
    void say(byte[] event) {
        boolean tooMuch;
        synchronized (this) {
            tooMuch = said + event.length > connections.limits().buffer();
            if (!tooMuch) {
                said += event.length;
                var unused = write(event, false);
            }
        }
        if (tooMuch) {
            leave("The client sends requests and does not read the answers");
        }
    }

    /** There is no more to come. */
    synchronized void end() {
        sink.tryEmitComplete();
    }

    @Override
    public void look(long nanos, ConnectionLimits limits) {
        boolean ends;
        boolean stalls;
        synchronized (this) {
            boolean was = left != 0;
            stalls = !was && opened && unsent > 0 && LiveConnections.past(nanos, taken, limits.stall());
            ends = (was && LiveConnections.past(nanos, left, limits.stall()))
                    || (!opened && LiveConnections.past(nanos, made, limits.init()));
            if (opened && unsent == 0 && LiveConnections.past(nanos, taken, limits.ping())) {
                say(COMMENT);
            }
        }
        if (stalls) {
            leave("The client has read nothing for " + limits.stall().toSeconds() + " s");
        } else if (ends) {
            // Past all that waits: a client that takes nothing would not get to the end of it.
            cut.tryEmitError(new IllegalStateException("the client takes nothing"));
            closed();
        }
    }

    /** Sends nothing more but the rest of an event that is being taken, and the farewell. */
    private void leave(String reason) {
        byte[] last = farewell.get();
        synchronized (this) {
            if (left != 0) {
                return;
            }
            left = System.nanoTime();
            waiting.removeIf(piece -> !piece.event.begun);
            said += last.length;
            var unused = write(last, false);
            sink.tryEmitComplete();
        }
        connections.left("stream of events", reason);
        over.run();
    }

    @Override
    public void goAway() {
        cut.tryEmitEmpty();
    }

    private void closed() {
        connections.remove(this);
        // Whoever sent last may still hold this, and what is over may wait for others that want to send.
        var unused = Thread.ofVirtual().name("stream-over").start(over);
    }

    private CompletionStage<?> write(byte[] bytes, boolean result) {
        var event = new Event();
        if (unsent == 0) {
            taken = System.nanoTime();
        }
        for (int from = 0; from < bytes.length; from += PIECE) {
            int to = Math.min(bytes.length, from + PIECE);
            unsent += to - from;
            var piece = new Piece(event, Arrays.copyOfRange(bytes, from, to), to == bytes.length, result);
            if (sink.tryEmitNext(piece).isFailure()) {
                unsent -= to - from;
                event.taken.complete(null);
            }
        }
        return event.taken;
    }

    private byte[] take(Piece piece) {
        piece.event.begun = true;
        synchronized (this) {
            unsent -= piece.bytes.length;
            said -= piece.result ? 0 : piece.bytes.length;
            taken = System.nanoTime();
        }
        if (piece.result) {
            room.taken(piece.bytes.length);
        }
        if (piece.last) {
            piece.event.taken.complete(null);
        }
        return piece.bytes;
    }
}
