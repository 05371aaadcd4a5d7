package laurel.database;

import static java.util.Objects.requireNonNullElse;

import java.util.List;
import java.util.Map;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;

/** Executes a statement with a plan that was made before its tables were filled, as sessions do that started before an import. */
public final class CachedPlan {
    private CachedPlan() {}

    /**
     * Returns the number of rows that the statement reads from a table and its partitions, or from their indexes.
     *
     * @param read   executes the statement, while the tables are empty
     * @param values of the statement, such as {@code (1, now())}; empty without parameters
     * @param fill   fills the tables
     */
    public static double rowsRead(Sql sql, Runnable read, String values, String table, String fill) {
        Executed statement = executed(sql, read);
        return sql.inTransaction(() -> {
            String types = statement.types().isEmpty() ? "" : "(" + String.join(", ", statement.types()) + ")";
            sql.execute("PREPARE cached " + types + " AS " + statement.numbered());
            try {
                Explained.execute(sql, "EXPLAIN EXECUTE cached " + values);
                sql.execute(fill);
                return rows(
                        Explained.nodes(
                                Explained.execute(sql, "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE cached " + values)),
                        table);
            } finally {
                sql.execute("DEALLOCATE cached");
            }
        });
    }

    private static Executed executed(Sql sql, Runnable read) {
        try (Statements statements = Statements.of(sql)) {
            sql.useConnected(read);
            return statements.take().getFirst();
        }
    }

    private static double rows(List<Map<?, ?>> nodes, String table) {
        return nodes.stream()
                .filter(node ->
                        String.valueOf(node.get("Relation Name")).startsWith(table) && node.get("Operation") == null)
                .mapToDouble(node -> number(node, "Actual Loops")
                        * (number(node, "Actual Rows") + number(node, "Rows Removed by Filter")))
                .sum();
    }

    private static double number(Map<?, ?> node, String property) {
        return Double.parseDouble(String.valueOf(requireNonNullElse(node.get(property), 0)));
    }
}
