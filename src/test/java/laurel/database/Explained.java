package laurel.database;

import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;

/** The result of {@code EXPLAIN (FORMAT JSON)}. */
public final class Explained {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    private Explained() {}

    /** Returns the nodes of a plan, each before its children. */
    public static List<Map<?, ?>> nodes(String json) {
        List<Map<?, ?>> nodes = new ArrayList<>();
        try {
            collect(JSON.readValue(json, Object.class), nodes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return nodes;
    }

    private static void collect(@Nullable Object json, List<Map<?, ?>> nodes) {
        if (json instanceof List<?> list) {
            list.forEach(item -> collect(item, nodes));
        } else if (json instanceof Map<?, ?> map) {
            if (map.containsKey("Node Type")) {
                nodes.add(map);
            }
            map.values().forEach(value -> collect(value, nodes));
        }
    }

    /** Executes a statement without named parameters, and returns the first value of the result, or an empty text. */
    public static String execute(Sql sql, String statement) {
        return sql.use(connection -> execute(connection, statement));
    }

    private static String execute(Connection connection, String sql) {
        try (var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            var rows = statement.getResultSet();
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
