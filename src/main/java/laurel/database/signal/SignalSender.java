package laurel.database.signal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other nodes by NOTIFY what this one has committed. Apart from the transaction that did, because transactions that
 * notify commit one after the other; and what is committed within 20 ms is told at once.
 */
final class SignalSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignalSender.class);

    static final String CHANNEL = "laurel";
    private static final String NOTIFY = "SELECT pg_notify('" + CHANNEL + "', ?)";
    private static final long APART = Duration.ofMillis(20).toNanos();

    private final DataSource pool;
    private final String node;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("signal-sender").factory());
    private Set<Signal> waiting = new LinkedHashSet<>();
    private long last = System.nanoTime() - APART;

    /** @param node a name that no other node has */
    SignalSender(DataSource pool, String node) {
        this.pool = pool;
        this.node = node;
    }

    /** Soon. What cannot be sent is lost. */
    synchronized void send(Collection<Signal> signals) {
        boolean first = waiting.isEmpty();
        waiting.addAll(signals);
        if (first && !waiting.isEmpty() && !thread.isShutdown()) {
            thread.schedule(this::tell, Math.max(0, last + APART - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private void tell() {
        String text = new SignalMessage(node, take()).text();
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(NOTIFY)) {
            statement.setString(1, text);
            statement.execute();
        } catch (SQLException e) {
            LOG.warn("Could not wake the other nodes; they look by themselves soon", e);
        }
    }

    private synchronized Set<Signal> take() {
        Set<Signal> taken = waiting;
        waiting = new LinkedHashSet<>();
        last = System.nanoTime();
        return taken;
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
    }
}
