package laurel.database.signal;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.DataSource;
import laurel.database.connection.Login;
import laurel.database.signal.Signal.Topic;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes those who wait for what others commit, on this node at once and on every other soon: see {@link SignalSender} and
 * {@link SignalReceiver}. Whoever listens is told {@code ANYTHING} now and then, so a signal that is lost is only late.
 */
@Singleton
public final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final Signal ANYTHING = new Signal(Topic.ANYTHING, 0);

    private final Sql sql;
    private final List<Consumer<Signal>> listeners = new CopyOnWriteArrayList<>();
    private final SignalSender sender;
    private final SignalReceiver receiver;

    Signals(Sql sql, DataSource pool, Login login) {
        this.sql = sql;
        String node = UUID.randomUUID().toString();
        sender = new SignalSender(pool, node);
        receiver = new SignalReceiver(login, node, this::give);
    }

    /** Gives these signals once the transaction is committed, and never if it is not. */
    public void afterCommit(Collection<Signal> signals) {
        List<Signal> given = List.copyOf(signals);
        sql.afterCommit(() -> {
            given.forEach(this::give);
            sender.send(given);
        });
    }

    /**
     * Calls this with every signal, on threads that must not be kept, until the answer is closed. From the first who
     * listens to the last, this node hears what other nodes commit.
     */
    public synchronized Listening listen(Consumer<Signal> listener) {
        listeners.add(listener);
        receiver.start();
        return () -> remove(listener);
    }

    /** Ends by being closed. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private synchronized void remove(Consumer<Signal> listener) {
        listeners.remove(listener);
        if (listeners.isEmpty()) {
            receiver.stop();
        }
    }

    /** Has those who listen look for themselves, in case that signals were lost. */
    void poll() {
        give(ANYTHING);
    }

    private void give(Signal signal) {
        for (Consumer<Signal> listener : listeners) {
            try {
                listener.accept(signal);
            } catch (Throwable e) {
                // What was committed is committed, and the others are to know.
                LOG.warn("Somebody who listens for signals has failed", e);
            }
        }
    }

    @PreDestroy
    synchronized void close() {
        receiver.stop();
        sender.close();
    }
}
