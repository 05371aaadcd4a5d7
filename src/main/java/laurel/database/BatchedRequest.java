package laurel.database;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits for a batch of a {@link Batcher}, or runs in one.
 *
 * @param <T> what is requested
 * @param <R> response to the request
 */
public final class BatchedRequest<T, R> {
    final T value;
    final int size;
    final CompletableFuture<R> response = new CompletableFuture<>();
    private Consumer<BatchedRequest<T, R>> leave = request -> {};

    BatchedRequest(T value, int size) {
        this.value = value;
        this.size = size;
    }

    /** Sets what to do when the caller stops waiting. */
    void onLeave(Consumer<BatchedRequest<T, R>> action) {
        leave = action;
    }

    /** Waits for the response, and returns it or throws the failure. Only the caller that has started the request may wait. */
    public R await() throws InterruptedException {
        try {
            return response.get();
        } catch (InterruptedException e) {
            leave.accept(this);
            throw e;
        } catch (ExecutionException e) {
            throw asThrown(e.getCause());
        }
    }

    private static RuntimeException asThrown(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }
}
