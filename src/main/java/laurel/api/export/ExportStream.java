package laurel.api.export;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.request.JsonPieces;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * The body of one export. A thread reads rows in one snapshot of the database, and waits before each piece until the server
 * requests it, which it does after the client has read the previous one. The thread ends if the client disconnects, if it reads
 * nothing for a time, or if the whole takes too long; the connection is then closed before the end of the body.
 */
final class ExportStream implements Runnable {
    /** The server may request more than it can send. Then this many pieces are sent without further requests. */
    private static final int MOST_REQUESTED = 1 << 20;

    private final Sql sql;
    private final Supplier<JsonPieces> document;
    private final Duration stall;
    private final long end;
    private final Runnable atEnd;
    private final Semaphore requested = new Semaphore(0);
    private volatile @Nullable FluxSink<byte[]> sink;
    private volatile boolean cancelled;

    /**
     * @param document opens the document, in the transaction
     * @param total    maximum time of the export
     * @param stall    maximum time in which the client reads nothing
     * @param atEnd    runs when the thread ends, in any case
     */
    ExportStream(Sql sql, Supplier<JsonPieces> document, Duration total, Duration stall, Runnable atEnd) {
        this.sql = sql;
        this.document = document;
        this.stall = stall;
        this.end = System.nanoTime() + total.toNanos();
        this.atEnd = atEnd;
    }

    /** Ends an export that cannot be completed. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EndedException(String message) {
            super(message, null, false, false);
        }
    }

    /** The body, for one subscriber. */
    Publisher<byte[]> body() {
        return Flux.create(opened -> {
            sink = opened;
            opened.onDispose(this::cancel);
            opened.onRequest(count -> requested.release((int) Math.min(count, MOST_REQUESTED)));
        });
    }

    /** The client has disconnected, or the body has ended. */
    private void cancel() {
        cancelled = true;
        requested.release();
    }

    @Override
    public void run() {
        try {
            sql.useSnapshot(this::send);
            complete();
        } catch (Throwable e) {
            fail(e);
        } finally {
            atEnd.run();
        }
    }

    private void send() {
        NoTimeout.allowIdle(sql);
        JsonPieces pieces = document.get();
        while (pieces.hasNext()) {
            byte[] piece = pieces.next();
            awaitRequest().next(piece);
        }
    }

    private FluxSink<byte[]> awaitRequest() {
        long wait = Math.min(stall.toNanos(), end - System.nanoTime());
        try {
            boolean granted = wait > 0 && requested.tryAcquire(wait, TimeUnit.NANOSECONDS);
            FluxSink<byte[]> opened = sink;
            if (cancelled) {
                throw new EndedException("The client has disconnected.");
            }
            if (!granted || opened == null) {
                throw new EndedException("The client does not read, or the export takes too long.");
            }
            return opened;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EndedException("The service is stopping.");
        }
    }

    private void complete() {
        FluxSink<byte[]> opened = sink;
        if (opened != null) {
            opened.complete();
        }
    }

    private void fail(Throwable failure) {
        FluxSink<byte[]> opened = sink;
        if (opened != null && !cancelled) {
            opened.error(failure);
        }
    }
}
