package laurel.database.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Committed rows that a node remembers while the pool is connected to the same server ({@link ConnectedServer}). */
public final class ServerCache<K, V> {
    private final ConnectedServer server;
    private final int most;
    private volatile OfServer<K, V> last;

    /** @param most maximum number of rows; others are read again */
    public ServerCache(ConnectedServer server, int most) {
        this.server = server;
        this.most = most;
        this.last = empty(server.current());
    }

    private record OfServer<K, V>(String server, Cache<K, V> rows) {}

    private OfServer<K, V> empty(String current) {
        return new OfServer<>(current, Caffeine.newBuilder().maximumSize(most).build());
    }

    /**
     * Returns the rows of the current server. A transaction gets them once, when it has its connection, and adds what it reads to
     * the same ones: these are not used any more if the server changes meanwhile.
     */
    public Cache<K, V> current() {
        String current = server.current();
        OfServer<K, V> known = last;
        if (!known.server.equals(current)) {
            known = empty(current);
            last = known;
        }
        return known.rows;
    }
}
