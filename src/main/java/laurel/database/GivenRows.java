package laurel.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement is given: each column is one array, which the statement unnests, so that its text is the same
 * for however many rows. All rows have the same columns, each added once for every row.
 */
public final class GivenRows {
    private final Map<String, Column> columns = new LinkedHashMap<>();

    private record Column(Class<?> type, List<@Nullable Object> values) {}

    /**
     * Adds the value of the next row to a column.
     *
     * @param type of the column's values: one that this package has an array for
     */
    public GivenRows add(String column, Class<?> type, @Nullable Object value) {
        columns.computeIfAbsent(column, name -> new Column(type, new ArrayList<>()))
                .values
                .add(value);
        return this;
    }

    /** These rows as an item of a FROM clause, with an alias and the columns' names. */
    String unnest(String alias, int part) {
        String arrays =
                columns.keySet().stream().map(name -> ":" + name + "_" + part).collect(Collectors.joining(", "));
        return "unnest(" + arrays + ") AS " + alias + " (" + String.join(", ", columns.keySet()) + ")";
    }

    void bind(Statement statement, int part) {
        columns.forEach((name, column) -> statement.bindEach(name + "_" + part, column.type, column.values));
    }
}
