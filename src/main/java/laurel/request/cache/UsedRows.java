package laurel.request.cache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows that a request has used from memory. Its result is valid if they are current. */
public final class UsedRows {
    private final @Nullable RowVersions versions;
    private final int app;
    private final List<Supplier<Boolean>> started = new ArrayList<>();
    private Set<StoredRow> unverified = new HashSet<>();

    UsedRows(@Nullable RowVersions versions, int app) {
        this.versions = versions;
        this.app = app;
    }

    /** Returns the rows of a request that uses none from memory. */
    public static UsedRows none() {
        return new UsedRows(null, 0);
    }

    /** Whether the request may use rows from memory. */
    boolean isAllowed() {
        return versions != null;
    }

    synchronized void add(StoredRow row) {
        unverified.add(row);
    }

    /** Starts to verify the rows that were used until now. Call it before a statement that takes time, which runs meanwhile. */
    public synchronized void verify() {
        if (versions != null && !unverified.isEmpty()) {
            started.add(versions.verify(app, unverified));
            unverified = new HashSet<>();
        }
    }

    /** Whether all used rows are current: each was still stored in this version at some time after it was used. */
    public boolean areCurrent() {
        // Waits outside of the lock, so that the thread can be unmounted.
        return results().stream().allMatch(Supplier::get);
    }

    private synchronized List<Supplier<Boolean>> results() {
        verify();
        return List.copyOf(started);
    }
}
