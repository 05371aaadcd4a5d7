package laurel.database.sql;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import java.util.Map;

/**
 * A row of a statement that runs several queries, which it unnests {@code WITH ORDINALITY AS input (..., n)}.
 *
 * @param n     number of the query, from 1
 * @param value the other columns; the column {@code value} if there is only one
 */
@Introspected
public record Numbered<T>(int n, T value) {
    /** Returns the rows of each query, in order. Queries without rows are absent. */
    public static <Q, T> Map<Q, List<T>> lists(List<Q> asked, List<Numbered<T>> rows) {
        return rows.stream().collect(groupingBy(row -> asked.get(row.n - 1), mapping(Numbered::value, toList())));
    }

    /** Returns the only row of each query. Queries without a row are absent. */
    public static <Q, T> Map<Q, T> map(List<Q> asked, List<Numbered<T>> rows) {
        return rows.stream().collect(toMap(row -> asked.get(row.n - 1), Numbered::value, (value, same) -> value));
    }
}
