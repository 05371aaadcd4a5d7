package laurel.ranking;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.database.Explained;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;

/**
 * The plan of a statement.
 *
 * @param nodes the nodes of EXPLAIN (FORMAT JSON)
 */
record Plan(String sql, List<Map<?, ?>> nodes) {
    /** Returns the custom plan for the values of the execution. */
    static Plan custom(Sql sql, Executed statement) {
        return sql.connected(() -> {
            return of(
                    statement,
                    statement
                            .again(sql, "EXPLAIN (FORMAT JSON) " + statement.named())
                            .one(String.class));
        });
    }

    /** Executes the statement with its values, and returns the plan with the actual rows of each node. */
    static Plan executed(Sql sql, Executed statement) {
        return sql.connected(() -> {
            return of(
                    statement,
                    statement
                            .again(sql, "EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named())
                            .one(String.class));
        });
    }

    /** Returns the generic plan, which the sessions of the pool use. */
    static Plan generic(Sql sql, Executed statement) {
        return sql.connected(() -> {
            List<String> types = statement.types();
            String nulls = String.join(", ", Collections.nCopies(types.size(), "NULL"));
            Explained.execute(sql, "PREPARE asked" + list(String.join(", ", types)) + " AS " + statement.numbered());
            String json = Explained.execute(sql, "EXPLAIN (FORMAT JSON) EXECUTE asked" + list(nulls));
            Explained.execute(sql, "DEALLOCATE asked");
            return of(statement, json);
        });
    }

    /** Returns the tables of entries that it accesses. */
    Set<String> entryTables() {
        return nodes.stream()
                .map(node -> String.valueOf(node.get("Relation Name")))
                .filter(table -> table.matches("entry(_\\d+)?"))
                .collect(Collectors.toSet());
    }

    /** Returns the tables of entries and submissions that it scans sequentially. */
    List<Object> sequentialScans() {
        return nodes.stream()
                .filter(node -> "Seq Scan".equals(node.get("Node Type"))
                        || (node.containsKey("Index Name") && !node.containsKey("Index Cond")))
                .<Object>map(node -> node.get(node.containsKey("Relation Name") ? "Relation Name" : "Index Name"))
                .filter(table -> String.valueOf(table).matches("(entry|score_submission).*"))
                .toList();
    }

    /** Returns the indexes of entries that it uses. */
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

    private static Plan of(Executed statement, String json) {
        return new Plan(statement.numbered(), Explained.nodes(json));
    }

    private static String list(String items) {
        return items.isEmpty() ? "" : "(" + items + ")";
    }
}
