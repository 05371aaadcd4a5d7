package laurel.request.cache;

import static java.util.stream.Collectors.toMap;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import laurel.database.sql.Versioned;
import laurel.request.LookupBatcher;
import laurel.request.cache.StoredRow.RowTable;

/** Verifies that rows are stored in the same version as in memory, for all concurrent requests of an app with one statement. */
@Singleton
public final class RowVersions {
    private final int maxRows;
    private final LookupBatcher<Integer, StoredRow, Boolean> current;

    /** @param maxRows maximum number of rows of each cache, long ones count as several; 0 keeps none */
    public RowVersions(RowVersionRepository repository, @Value("${laurel.cached-rows:10000}") int maxRows) {
        this.maxRows = maxRows;
        this.current = new LookupBatcher<>((app, rows) -> current(repository, List.copyOf(rows)));
    }

    private static Map<StoredRow, Boolean> current(RowVersionRepository repository, List<StoredRow> rows) {
        return repository.current(rows).stream()
                .map(n -> rows.get(n - 1))
                .collect(toMap(Function.identity(), row -> true));
    }

    /** Starts to verify that all of these rows are current. The result says whether they were after this call. */
    Supplier<Boolean> verify(int app, Set<StoredRow> rows) {
        Supplier<Map<StoredRow, Boolean>> found = current.start(app, rows);
        return () -> found.get().size() == rows.size();
    }

    /** Creates an empty cache: see {@link RowCache}. */
    public <K, V> RowCache<K, V> cache(
            RowTable table,
            ToLongFunction<V> id,
            Function<K, ?> identity,
            BiFunction<Integer, Set<K>, Map<K, Versioned<V>>> load) {
        return new RowCache<>(maxRows, table, id, identity, load);
    }

    /** Returns the rows of a request that has used none yet. */
    public UsedRows ofRequest(int app) {
        return new UsedRows(this, app);
    }
}
