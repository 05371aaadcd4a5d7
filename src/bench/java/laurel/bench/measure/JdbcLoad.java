package laurel.bench.measure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Statements over JDBC, from connections that each have a thread and stay open between turns. */
public final class JdbcLoad implements Load {
    /** Opens a connection. */
    public interface Source {
        Connection connect() throws SQLException;
    }

    /** The operation that a connection repeats. */
    public interface Operation {
        void run() throws SQLException;
    }

    /** Prepares a connection, for example a statement. */
    public interface Preparation {
        Operation on(Connection connection) throws SQLException;
    }

    private final Source source;
    private final int clients;
    private final Preparation preparation;
    private final ExecutorService threads;
    private final List<Connection> connections = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();

    public JdbcLoad(Source source, int clients, Preparation preparation) {
        this.source = source;
        this.clients = clients;
        this.preparation = preparation;
        threads = Executors.newFixedThreadPool(clients);
    }

    @Override
    public Sample run(Duration time) throws Exception {
        while (connections.size() < clients) {
            Connection connection = source.connect();
            connections.add(connection);
            operations.add(preparation.on(connection));
        }
        CyclicBarrier start = new CyclicBarrier(clients);
        List<Callable<Turn>> turns = operations.stream()
                .map(operation -> (Callable<Turn>) () -> turn(operation, start, time))
                .toList();
        Histogram all = Sample.histogram();
        long began = Long.MAX_VALUE;
        long ended = Long.MIN_VALUE;
        for (Future<Turn> future : threads.invokeAll(turns)) {
            Turn turn = future.get();
            all.add(turn.latencies);
            began = Math.min(began, turn.began);
            ended = Math.max(ended, turn.ended);
        }
        return new Sample(all, ended - began, 0, null);
    }

    private record Turn(Histogram latencies, long began, long ended) {}

    private static Turn turn(Operation operation, CyclicBarrier start, Duration time) throws Exception {
        Histogram latencies = Sample.histogram();
        start.await();
        long began = System.nanoTime();
        long now = began;
        do {
            long before = now;
            operation.run();
            now = System.nanoTime();
            latencies.recordValue(now - before);
        } while (now - began < time.toNanos());
        return new Turn(latencies, began, now);
    }

    @Override
    public void close() throws SQLException {
        threads.shutdown();
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
