package laurel.database;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Requests that wait for the next batch of a lane of a {@link Batcher}, which guards them.
 *
 * @param <T> what is requested
 * @param <R> response to a request
 */
final class WaitingRequests<T, R> {
    private final Deque<BatchedRequest<T, R>> requests = new ArrayDeque<>();
    private int size;

    void add(BatchedRequest<T, R> request) {
        requests.add(request);
        size += request.size;
    }

    boolean remove(BatchedRequest<T, R> request) {
        boolean removed = requests.remove(request);
        size -= removed ? request.size : 0;
        return removed;
    }

    /** Number of requests. */
    int count() {
        return requests.size();
    }

    /** Total size of the requests. */
    int size() {
        return size;
    }

    /** Removes and returns the first requests, up to a total size, but at least one if any waits. */
    List<BatchedRequest<T, R>> take(int maxSize) {
        List<BatchedRequest<T, R>> taken = new ArrayList<>();
        int left = maxSize;
        for (var head = requests.peek();
                head != null && (taken.isEmpty() || head.size <= left);
                head = requests.peek()) {
            taken.add(requests.remove());
            size -= head.size;
            left -= head.size;
        }
        return taken;
    }
}
