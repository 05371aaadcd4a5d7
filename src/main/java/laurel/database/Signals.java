package laurel.database;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** Wakes those who wait for what others commit. */
@Singleton
public final class Signals {
    private final List<Consumer<Signal>> listeners = new CopyOnWriteArrayList<>();

    /** Gives these signals once the transaction is committed, and never if it is not. */
    public void afterCommit(Handle transaction, Collection<Signal> signals) {
        List<Signal> given = List.copyOf(signals);
        transaction.afterCommit(() -> given.forEach(this::give));
    }

    /** Calls this with every signal, on threads that must not be kept, until the answer is closed. */
    public Listening listen(Consumer<Signal> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Ends by being closed. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private void give(Signal signal) {
        listeners.forEach(listener -> listener.accept(signal));
    }
}
