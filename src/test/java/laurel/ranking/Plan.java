package laurel.ranking;

import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.database.Statements.Statement;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * How PostgreSQL would execute a statement.
 *
 * @param nodes as EXPLAIN (FORMAT JSON) has them
 */
record Plan(String sql, List<Map<?, ?>> nodes) {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    /** For the values that it was executed with. */
    static Plan custom(Jdbi jdbi, Statement statement) {
        return jdbi.withHandle(handle -> {
            Query query = handle.createQuery("EXPLAIN (FORMAT JSON) " + statement.named());
            statement.values().forEach(query::bind);
            return of(statement, query.mapTo(String.class).one());
        });
    }

    /** For whatever values, as every session of the pool has it. */
    static Plan generic(Jdbi jdbi, Statement statement) {
        return jdbi.withHandle(handle -> {
            List<String> types = statement.types();
            String nulls = String.join(", ", Collections.nCopies(types.size(), "NULL"));
            execute(handle, "PREPARE asked" + list(String.join(", ", types)) + " AS " + statement.numbered());
            String json = execute(handle, "EXPLAIN (FORMAT JSON) EXECUTE asked" + list(nulls));
            execute(handle, "DEALLOCATE asked");
            return of(statement, json);
        });
    }

    /** The tables of entries that it touches. */
    Set<String> entryTables() {
        return nodes.stream()
                .map(node -> String.valueOf(node.get("Relation Name")))
                .filter(table -> table.matches("entry(_\\d+)?"))
                .collect(Collectors.toSet());
    }

    /** Tables of entries and of submissions that it reads from end to end. */
    List<Object> scannedWhole() {
        return nodes.stream()
                .filter(node -> "Seq Scan".equals(node.get("Node Type"))
                        || (node.containsKey("Index Name") && !node.containsKey("Index Cond")))
                .<Object>map(node -> node.get(node.containsKey("Relation Name") ? "Relation Name" : "Index Name"))
                .filter(table -> String.valueOf(table).matches("(entry|score_submission).*"))
                .toList();
    }

    /** The indexes of entries that it reads. */
    Set<String> entryIndexes() {
        return nodes.stream()
                .map(node -> String.valueOf(node.get("Index Name")))
                .filter(index -> index.startsWith("entry"))
                .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return sql;
    }

    private static Plan of(Statement statement, String json) {
        List<Map<?, ?>> nodes = new ArrayList<>();
        try {
            collect(JSON.readValue(json, Object.class), nodes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Plan(statement.numbered(), nodes);
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

    private static String list(String items) {
        return items.isEmpty() ? "" : "(" + items + ")";
    }

    /** Past jdbi, which would look for names of values. The first value of the answer, or nothing. */
    private static String execute(Handle handle, String sql) {
        try (var statement = handle.getConnection().createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet rows = statement.getResultSet();
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
