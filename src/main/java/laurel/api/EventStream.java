package laurel.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import laurel.graphql.JsonBytes;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/**
 * A response of server-sent events, as graphql-sse has them: {@code next} with a result, {@code complete} at the end. Comments
 * between them keep the connection, and the first lets the headers leave.
 */
final class EventStream implements Outlet, LiveConnection {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMPLETE = "event: complete\ndata:\n\n".getBytes(StandardCharsets.US_ASCII);

    private final int buffer;
    private final Runnable gone;
    private final Queue<Chunk> waiting = new ConcurrentLinkedQueue<>();
    private final Sinks.Many<Chunk> sink = Sinks.many().unicast().onBackpressureBuffer(waiting);
    private final Sinks.Empty<Void> cut = Sinks.empty();
    private int unsent;
    private long taken = System.nanoTime();

    /**
     * @param buffer bytes that may wait
     * @param gone   called when the client has all that there is, or has gone; perhaps more than once
     */
    EventStream(int buffer, Runnable gone) {
        this.buffer = buffer;
        this.gone = gone;
        send(COMMENT);
    }

    /** Bytes, and what waits until they are taken. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Chunk(byte[] bytes, CompletableFuture<@Nullable Void> left) {}

    /**
     * What the client is sent, each part when it has taken the one before.
     */
    Publisher<byte[]> body() {
        return sink.asFlux().map(this::take).takeUntilOther(cut.asMono()).doFinally(signal -> gone.run());
    }

    @Override
    public synchronized @Nullable CompletionStage<?> next(byte[] result) {
        // Where nothing but a comment waits a result of any size may go, else one larger than the bound never could.
        return unsent > COMMENT.length && unsent + result.length > buffer ? null : send(event(result));
    }

    @Override
    public synchronized void error(List<?> errors) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("errors", errors);
        send(event(JsonBytes.of(result)));
        complete();
    }

    @Override
    public synchronized void complete() {
        send(COMPLETE);
        sink.tryEmitComplete();
    }

    @Override
    public void look(long nanos, LiveLimits limits) {
        boolean stalls;
        synchronized (this) {
            stalls = unsent > 0 && LiveConnections.past(nanos, taken, limits.stall());
            if (unsent == 0 && LiveConnections.past(nanos, taken, limits.ping())) {
                send(COMMENT);
            }
        }
        if (stalls) {
            // Past all that waits: a client that takes nothing would not get to the end of it.
            cut.tryEmitError(new IllegalStateException("the client takes nothing"));
            gone.run();
        }
    }

    @Override
    public void goAway() {
        cut.tryEmitEmpty();
    }

    private CompletionStage<?> send(byte[] bytes) {
        var chunk = new Chunk(bytes, new CompletableFuture<>());
        if (unsent == 0) {
            taken = System.nanoTime();
        }
        unsent += bytes.length;
        if (sink.tryEmitNext(chunk).isFailure()) {
            unsent -= bytes.length;
            chunk.left.complete(null);
        }
        return chunk.left;
    }

    private byte[] take(Chunk chunk) {
        synchronized (this) {
            unsent -= chunk.bytes.length;
            taken = System.nanoTime();
        }
        chunk.left.complete(null);
        return chunk.bytes;
    }

    /** JSON has no line breaks of its own. */
    private static byte[] event(byte[] result) {
        byte[] before = "event: next\ndata: ".getBytes(StandardCharsets.US_ASCII);
        byte[] event = new byte[before.length + result.length + 2];
        System.arraycopy(before, 0, event, 0, before.length);
        System.arraycopy(result, 0, event, before.length, result.length);
        event[event.length - 1] = '\n';
        event[event.length - 2] = '\n';
        return event;
    }
}
