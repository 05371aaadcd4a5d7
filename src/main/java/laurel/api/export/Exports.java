package laurel.api.export;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import laurel.database.sql.Sql;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.export.ExportDocument;
import laurel.request.export.ExportSubject;
import org.reactivestreams.Publisher;

/** Starts exports. Each uses a connection to the database until it ends, so a node runs few at a time. */
@Singleton
public class Exports {
    private final Sql sql;
    private final ExportDocument document;
    private final ExecutorService blocking;
    private final int most;
    private final Semaphore free;
    private final Duration total;
    private final Duration stall;

    /**
     * @param most  maximum number of exports of this node at a time
     * @param total maximum time of one export
     * @param stall maximum time in which a client reads nothing
     */
    Exports(
            Sql sql,
            ExportDocument document,
            @Named(TaskExecutors.BLOCKING) ExecutorService blocking,
            @Value("${laurel.limits.exports:2}") int most,
            @Value("${laurel.limits.export-time:10m}") Duration total,
            @Value("${laurel.limits.send-time:60s}") Duration stall) {
        this.sql = sql;
        this.document = document;
        this.blocking = blocking;
        this.most = most;
        this.free = new Semaphore(most);
        this.total = total;
        this.stall = stall;
    }

    /** Returns the body of an export. Throws UNAVAILABLE if too many exports are running. */
    public Publisher<byte[]> start(ExportSubject subject) {
        if (!free.tryAcquire()) {
            throw new RequestException(
                    RequestErrorCode.UNAVAILABLE,
                    "This node runs at most " + most + " exports at a time; try again later.");
        }
        var stream = new ExportStream(sql, () -> document.of(subject), total, stall, free::release);
        try {
            blocking.execute(stream);
        } catch (RuntimeException e) {
            free.release();
            throw e;
        }
        return stream.body();
    }

    /** Number of running exports. */
    public int running() {
        return most - free.availablePermits();
    }
}
