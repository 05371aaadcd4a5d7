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
 * Notifies other nodes of commits of this node. Sends in a separate transaction, because commits of transactions that notify
 * wait for each other. Signals of 20 ms are sent together.
 */
final class SignalSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignalSender.class);

    static final String CHANNEL = "laurel";
    private static final String NOTIFY = "SELECT pg_notify('" + CHANNEL + "', ?)";
    private static final long INTERVAL = Duration.ofMillis(20).toNanos();

    private final DataSource pool;
    private final String node;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("signal-sender").factory());
    private Set<Signal> waiting = new LinkedHashSet<>();
    private long lastSent = System.nanoTime() - INTERVAL;

    /** @param node name of this node, unique among all nodes */
    SignalSender(DataSource pool, String node) {
        this.pool = pool;
        this.node = node;
    }

    /** Sends the signals within 20 ms. Signals that cannot be sent are lost. */
    synchronized void send(Collection<Signal> signals) {
        boolean first = waiting.isEmpty();
        waiting.addAll(signals);
        if (first && !waiting.isEmpty() && !thread.isShutdown()) {
            thread.schedule(
                    this::notifyNodes, Math.max(0, lastSent + INTERVAL - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private void notifyNodes() {
        String text = new SignalMessage(node, take()).text();
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(NOTIFY)) {
            statement.setString(1, text);
            statement.execute();
        } catch (SQLException e) {
            LOG.warn("Could not notify the other nodes; they poll soon", e);
        }
    }

    private synchronized Set<Signal> take() {
        Set<Signal> taken = waiting;
        waiting = new LinkedHashSet<>();
        lastSent = System.nanoTime();
        return taken;
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
    }
}
