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
 * Wakes listeners after a commit: on this node at once, on other nodes within milliseconds by NOTIFY ({@link SignalSender},
 * {@link SignalReceiver}). Listeners also get {@code ANYTHING} every 2 s, so a lost signal only causes a delay.
 */
@Singleton
public final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final Signal ANYTHING = new Signal(Topic.ANYTHING, 0);

    private final Sql sql;
    private final List<Consumer<Signal>> listeners = new CopyOnWriteArrayList<>();
    /** Those of the listeners that polls wake. */
    private final List<Consumer<Signal>> polled = new CopyOnWriteArrayList<>();

    private final SignalSender sender;
    private final SignalReceiver receiver;

    Signals(Sql sql, DataSource pool, Login login) {
        this.sql = sql;
        String node = UUID.randomUUID().toString();
        sender = new SignalSender(pool, node);
        receiver = new SignalReceiver(login, node, this::emit);
    }

    /** Emits these signals after the current transaction has been committed. Emits nothing after a rollback. */
    public void afterCommit(Collection<Signal> signals) {
        List<Signal> copy = List.copyOf(signals);
        sql.afterCommit(() -> {
            copy.forEach(this::emit);
            sender.send(copy);
        });
    }

    /**
     * Calls the listener with every signal until the returned registration is closed. Listeners must return quickly. The node
     * receives signals of other nodes while it has listeners.
     */
    public synchronized Registration listen(Consumer<Signal> listener) {
        polled.add(listener);
        return listenWithoutPolls(listener);
    }

    /** As {@link #listen}, for a listener that checks everything itself from time to time: polls do not wake it. */
    public synchronized Registration listenWithoutPolls(Consumer<Signal> listener) {
        listeners.add(listener);
        receiver.start();
        return () -> remove(listener);
    }

    /** A registered listener. Closing it removes the listener. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private synchronized void remove(Consumer<Signal> listener) {
        listeners.remove(listener);
        polled.remove(listener);
        if (listeners.isEmpty()) {
            receiver.stop();
        }
    }

    /** Wakes listeners, in case signals were lost. */
    void poll() {
        emit(ANYTHING, polled);
    }

    private void emit(Signal signal) {
        emit(signal, listeners);
    }

    private static void emit(Signal signal, List<Consumer<Signal>> listeners) {
        for (Consumer<Signal> listener : listeners) {
            try {
                listener.accept(signal);
            } catch (Throwable e) {
                // The transaction is already committed, and the other listeners must still be called.
                LOG.warn("A listener for signals failed", e);
            }
        }
    }

    @PreDestroy
    synchronized void close() {
        receiver.stop();
        sender.close();
    }
}
