package laurel.database;

import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Jdbi;

/** What is stored: by table, how many rows, and a digest of them. */
public record Contents(Map<String, String> tables) {
    private static final String TABLES = """
            SELECT relname FROM pg_class
            WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
            ORDER BY relname
            """;
    private static final String DIGEST =
            "SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') FROM <table> AS t";

    public static Contents of(Jdbi jdbi) {
        return jdbi.withHandle(handle -> {
            Map<String, String> tables = new TreeMap<>();
            for (String table : handle.createQuery(TABLES).mapTo(String.class).list()) {
                tables.put(
                        table,
                        handle.createQuery(DIGEST.replace("<table>", table))
                                .mapTo(String.class)
                                .one());
            }
            return new Contents(tables);
        });
    }
}
