package laurel.api.export;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import laurel.database.sql.Sql;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.export.ExportDocument;
import laurel.request.export.ExportSubject;
import org.reactivestreams.Publisher;

/**
 * Starts exports. Each uses a connection to the database until it ends, so a node runs few at a time. A player can read its export
 * slowly: each has one at a time, and players together leave one to administrators.
 */
@Singleton
public class Exports {
    private final Sql sql;
    private final ExportDocument document;
    private final ExecutorService blocking;
    private final int most;
    private final List<ExportSubject> running = new ArrayList<>();
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
        this.total = total;
        this.stall = stall;
    }

    /** Returns the body of an export. Throws UNAVAILABLE if too many exports are running. */
    public Publisher<byte[]> start(ExportSubject subject) {
        add(subject);
        var stream = new ExportStream(sql, () -> document.of(subject), total, stall, () -> remove(subject));
        try {
            blocking.execute(stream);
        } catch (RuntimeException e) {
            remove(subject);
            throw e;
        }
        return stream.body();
    }

    private synchronized void add(ExportSubject subject) {
        if (!subject.administrator()) {
            checkPlayer(subject);
        }
        if (running.size() >= most) {
            throw unavailable("This node runs at most " + most + " exports at a time");
        }
        running.add(subject);
    }

    private void checkPlayer(ExportSubject subject) {
        List<ExportSubject> players =
                running.stream().filter(one -> !one.administrator()).toList();
        if (players.stream().anyMatch(one -> one.participant() == subject.participant())) {
            throw unavailable("A player can read one export at a time");
        }
        int places = Math.max(1, most - 1);
        if (players.size() >= places) {
            throw unavailable("This node runs at most " + places + " exports of players at a time");
        }
    }

    private static RequestException unavailable(String reason) {
        return new RequestException(RequestErrorCode.UNAVAILABLE, reason + "; try again later.");
    }

    private synchronized void remove(ExportSubject subject) {
        running.remove(subject);
    }

    /** Number of running exports. */
    public synchronized int running() {
        return running.size();
    }
}
