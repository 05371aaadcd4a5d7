package laurel.database.sql;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads rows of any columns as maps. The type of a column in the database determines the Java type of its values. */
final class NamedColumns {
    private record NamedColumn(String label, Rows.Column<?> column) {}

    private NamedColumns() {}

    static Rows.Reader<Map<String, @Nullable Object>> reader(ResultSetMetaData columns) throws SQLException {
        List<NamedColumn> named = new ArrayList<>();
        for (int n = 1; n <= columns.getColumnCount(); n++) {
            named.add(new NamedColumn(columns.getColumnLabel(n), column(columns.getColumnTypeName(n))));
        }
        return row -> {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (int n = 0; n < named.size(); n++) {
                values.put(named.get(n).label, named.get(n).column.read(row, n + 1));
            }
            return values;
        };
    }

    private static Rows.Column<?> column(String type) {
        return switch (type) {
            case "timestamptz" -> Rows::instant;
            case "date" -> (row, column) -> row.getObject(column, LocalDate.class);
            case "json", "jsonb" -> Rows::json;
            default -> type.startsWith("_") ? NamedColumns::list : ResultSet::getObject;
        };
    }

    private static @Nullable Object list(ResultSet row, int column) throws SQLException {
        var values = (@Nullable Object[]) Rows.array(row, column);
        return values == null ? null : Arrays.asList(values);
    }
}
