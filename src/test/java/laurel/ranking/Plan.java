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
 * How PostgreSQL would execute a statement.
 *
 * @param nodes as EXPLAIN (FORMAT JSON) has them
 */
record Plan(String sql, List<Map<?, ?>> nodes) {
    /** For the values that it was executed with. */
    static Plan custom(Sql sql, Executed statement) {
        return sql.connected(() -> {
            return of(
                    statement,
                    statement
                            .again(sql, "EXPLAIN (FORMAT JSON) " + statement.named())
                            .one(String.class));
        });
    }

    /** As it goes for these values in a session of the pool, with what each node met. */
    static Plan executed(Sql sql, Executed statement) {
        return sql.connected(() -> {
            return of(
                    statement,
                    statement
                            .again(sql, "EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named())
                            .one(String.class));
        });
    }

    /** The generic plan, which all sessions of the pool use. */
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

    private static Plan of(Executed statement, String json) {
        return new Plan(statement.numbered(), Explained.nodes(json));
    }

    private static String list(String items) {
        return items.isEmpty() ? "" : "(" + items + ")";
    }
}
