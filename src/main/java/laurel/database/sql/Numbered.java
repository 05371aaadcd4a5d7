package laurel.database.sql;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import java.util.Map;

/**
 * A row of an answer to several questions, which the statement unnests {@code WITH ORDINALITY AS asked (..., n)}.
 *
 * @param n     number of the question, from 1
 * @param value what the other columns are; the column {@code value} where it takes only one
 */
@Introspected
public record Numbered<T>(int n, T value) {
    /** The rows of each question, in their order; a question without any is absent. */
    public static <Q, T> Map<Q, List<T>> lists(List<Q> asked, List<Numbered<T>> rows) {
        return rows.stream().collect(groupingBy(row -> asked.get(row.n - 1), mapping(Numbered::value, toList())));
    }

    /** The same where a question without any has an empty list. */
    public static <Q, T> Map<Q, List<T>> all(List<Q> asked, List<Numbered<T>> rows) {
        Map<Q, List<T>> found = lists(asked, rows);
        return asked.stream()
                .collect(toMap(ask -> ask, ask -> found.getOrDefault(ask, List.of()), (list, same) -> list));
    }

    /** The one row of each question; a question without any is absent. */
    public static <Q, T> Map<Q, T> map(List<Q> asked, List<Numbered<T>> rows) {
        return rows.stream().collect(toMap(row -> asked.get(row.n - 1), Numbered::value, (value, same) -> value));
    }
}
