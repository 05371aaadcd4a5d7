package laurel.database;

import static java.util.stream.Collectors.joining;

import io.micronaut.core.annotation.Introspected;
import java.util.Map;
import java.util.TreeMap;
import laurel.database.sql.Sql;

/** All stored rows: their number and a digest, by table. */
public record Contents(Map<String, String> tables) {
    private static final String TABLES = """
            SELECT relname FROM pg_class
            WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
            ORDER BY relname
            """;
    private static final String DIGEST = """
            SELECT '<table>' AS name,
                   count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') AS digest
            FROM <table> AS t
            """;

    public static Contents of(Sql sql) {
        return sql.connected(() -> {
            String digests = sql.of(TABLES).list(String.class).stream()
                    .map(table -> DIGEST.replace("<table>", table))
                    .collect(joining("UNION ALL "));
            Map<String, String> tables = new TreeMap<>();
            sql.of(digests).list(Table.class).forEach(table -> tables.put(table.name, table.digest));
            return new Contents(tables);
        });
    }

    /** Returns the same without a table. */
    public Contents without(String table) {
        Map<String, String> others = new TreeMap<>(tables);
        others.remove(table);
        return new Contents(others);
    }

    @Introspected
    record Table(String name, String digest) {}
}
