package laurel.database;

import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a statement over arrays is given: the same part of each row. */
public final class Columns {
    private Columns() {}

    /** This part of these rows, in their order. */
    public static <T> @Nullable Object[] column(Collection<T> rows, Function<T, @Nullable Object> part) {
        return rows.stream().map(part).toArray();
    }
}
