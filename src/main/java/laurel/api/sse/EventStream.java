package laurel.api.sse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;
import laurel.api.access.Caller;
import laurel.api.error.CodedError;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnection;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.SendBuffer;
import laurel.api.operation.SubscriptionDelivery;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/**
 * A response of server-sent events, of one operation or of several. Comments between the events keep the connection open. The
 * first comment makes the server send the headers.
 */
final class EventStream implements LiveConnection {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** Size of the chunks of long events, which show whether the client reads them. */
    private static final int CHUNK_SIZE = 65_536;

    private final LiveConnections connections;
    private final SendBuffer buffer;
    private final Caller caller;
    private final Function<CodedError, byte[]> farewell;
    private final Runnable onClose;
    private final Queue<Chunk> waiting = new ConcurrentLinkedQueue<>();
    /** The events that are not sent yet, oldest first. */
    private final Deque<Event> unsentEvents = new ArrayDeque<>();

    private final Sinks.Many<Chunk> sink = Sinks.many().unicast().onBackpressureBuffer(waiting);
    private final Sinks.Empty<Void> abort = Sinks.empty();
    private final long createdAt = System.nanoTime();
    private boolean opened;
    private long unsent;
    private long unsentControl;
    private boolean closed;
    private long lastRead = createdAt;
    /** When the last events were sent to a client that is dropped or may no longer read; 0 if they are not. */
    private long droppedAt;

    /**
     * @param executor computes results
     * @param farewell the last events, with this error, for a client that is dropped or may no longer read
     * @param onClose  runs when the client has disconnected or is dropped; may run more than once
     */
    EventStream(
            LiveConnections connections,
            Caller caller,
            Executor executor,
            Function<CodedError, byte[]> farewell,
            Runnable onClose) {
        this.connections = connections;
        this.buffer = new SendBuffer(connections.limits().buffer(), executor);
        this.caller = caller;
        this.farewell = farewell;
        this.onClose = onClose;
        sendControl(COMMENT);
    }

    /** An event that is not sent yet. */
    private static final class Event {
        final CompletableFuture<@Nullable Void> sent = new CompletableFuture<>();
        final long created = System.nanoTime();
        volatile boolean started;
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Chunk(Event event, byte[] bytes, boolean last, boolean result) {}

    SendBuffer sendBuffer() {
        return buffer;
    }

    /** Marks the stream as opened by its client, and restarts the time to read. Returns whether this is the first call. */
    synchronized boolean open() {
        boolean first = !opened;
        opened = true;
        lastRead = System.nanoTime();
        return first;
    }

    /** The body. The server requests each chunk after the client has read the previous one. */
    Publisher<byte[]> body() {
        return sink.asFlux().map(this::onSent).takeUntilOther(abort.asMono()).doFinally(signal -> onClosed());
    }

    /** Sends a result that has a permit. Completes when the network has taken it. */
    synchronized CompletionStage<?> sendResult(byte[] event) {
        buffer.add(event.length);
        return write(event, true);
    }

    /** Sends any other event. Drops a client that causes many and does not read them. */
    void sendControl(byte[] event) {
        boolean tooMuch;
        synchronized (this) {
            tooMuch = unsentControl + event.length > connections.limits().buffer();
            if (!tooMuch) {
                unsentControl += event.length;
                var unused = write(event, false);
            }
        }
        if (tooMuch) {
            drop("The client sends requests and does not read the responses.");
        }
    }

    /** Ends the stream after all waiting events. */
    synchronized void end() {
        sink.tryEmitComplete();
    }

    @Override
    public void check(long nanos, ConnectionLimits limits) {
        boolean expired;
        String slow;
        synchronized (this) {
            slow = slowness(nanos, limits);
            expired = (droppedAt != 0 && LiveConnections.hasPassed(nanos, droppedAt, limits.stall()))
                    || (!opened && LiveConnections.hasPassed(nanos, createdAt, limits.init()));
            if (opened && unsent == 0 && LiveConnections.hasPassed(nanos, lastRead, limits.ping())) {
                sendControl(COMMENT);
            }
        }
        if (slow != null) {
            drop(slow);
        } else if (expired) {
            // Skips all waiting events: the client does not read them.
            abort.tryEmitError(new IllegalStateException("the client does not read"));
            onClosed();
        }
    }

    /** Returns why the client is too slow; null if it is not, or is dropped already. */
    private @Nullable String slowness(long nanos, ConnectionLimits limits) {
        Event oldest = droppedAt != 0 || !opened ? null : unsentEvents.peek();
        if (oldest == null) {
            return null;
        }
        if (LiveConnections.hasPassed(nanos, lastRead, limits.stall())) {
            return limits.stalled();
        }
        return LiveConnections.hasPassed(nanos, oldest.created, limits.send()) ? limits.late() : null;
    }

    private void drop(String reason) {
        if (end(SubscriptionDelivery.SLOW_CONSUMER)) {
            connections.recordDrop("stream of events", reason);
        }
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public void revoke(String reason) {
        boolean unused = end(new CodedError(RequestErrorCode.UNAUTHENTICATED, reason));
    }

    /** Sends only the rest of a started event and the farewell. Returns false if the stream is ending already. */
    private boolean end(CodedError error) {
        byte[] last = farewell.apply(error);
        List<Event> skipped;
        synchronized (this) {
            if (droppedAt != 0) {
                return false;
            }
            droppedAt = System.nanoTime();
            waiting.removeIf(chunk -> !chunk.event.started);
            skipped = unsentEvents.stream().filter(event -> !event.started).toList();
            unsentEvents.removeAll(skipped);
            unsentControl += last.length;
            var unused = write(last, false);
            sink.tryEmitComplete();
        }
        onClose.run();
        skipped.forEach(event -> event.sent.complete(null));
        return true;
    }

    @Override
    public void close() {
        abort.tryEmitEmpty();
    }

    private void onClosed() {
        connections.remove(this);
        List<Event> skipped;
        synchronized (this) {
            closed = true;
            skipped = List.copyOf(unsentEvents);
            unsentEvents.clear();
        }
        // On another thread, because the caller may hold this lock, and the action may wait for threads that send.
        var unused = Thread.ofVirtual().name("stream-close").start(() -> {
            onClose.run();
            skipped.forEach(event -> event.sent.complete(null));
        });
    }

    private CompletionStage<?> write(byte[] bytes, boolean result) {
        if (closed) {
            return CompletableFuture.completedStage(null);
        }
        var event = new Event();
        if (unsent == 0) {
            lastRead = System.nanoTime();
        }
        unsentEvents.add(event);
        for (int from = 0; from < bytes.length; from += CHUNK_SIZE) {
            int to = Math.min(bytes.length, from + CHUNK_SIZE);
            emit(new Chunk(event, Arrays.copyOfRange(bytes, from, to), to == bytes.length, result));
        }
        return event.sent;
    }

    private void emit(Chunk chunk) {
        unsent += chunk.bytes.length;
        if (sink.tryEmitNext(chunk).isFailure()) {
            unsent -= chunk.bytes.length;
            unsentEvents.remove(chunk.event);
            chunk.event.sent.complete(null);
        }
    }

    private byte[] onSent(Chunk chunk) {
        chunk.event.started = true;
        synchronized (this) {
            unsent -= chunk.bytes.length;
            unsentControl -= chunk.result ? 0 : chunk.bytes.length;
            lastRead = System.nanoTime();
            if (chunk.last) {
                unsentEvents.remove(chunk.event);
            }
        }
        if (chunk.result) {
            buffer.remove(chunk.bytes.length);
        }
        if (chunk.last) {
            chunk.event.sent.complete(null);
        }
        return chunk.bytes;
    }
}
