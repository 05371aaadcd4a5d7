package laurel.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Many questions in one statement. Each part of it names the partition that it reads, and answers all questions that
 * are asked of that partition in one way: their rows are unnested where the part says {@code <asked>}, as {@code a}.
 */
public final class PartitionedQuery {
    /**
     * A statement locks every table and index that it names, some six for a part, until it ends, and the server's room for
     * locks is small.
     */
    private static final int MOST_PARTS = 50;

    private final Map<String, GivenRows> parts = new LinkedHashMap<>();

    /** The rows of the part of this text, to add to. */
    public GivenRows part(String sql) {
        return parts.computeIfAbsent(sql, text -> new GivenRows());
    }

    /** The rows of all parts, in no order; one statement for each {@value #MOST_PARTS} parts, and none without any. */
    public <T> List<T> list(Handle handle, Class<T> row) {
        List<String> texts = List.copyOf(parts.keySet());
        List<T> rows = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += MOST_PARTS) {
            rows.addAll(list(handle, row, texts.subList(from, Math.min(texts.size(), from + MOST_PARTS))));
        }
        return rows;
    }

    private <T> List<T> list(Handle handle, Class<T> row, List<String> texts) {
        List<String> sql = new ArrayList<>();
        for (String text : texts) {
            sql.add(text.replace("<asked>", part(text).unnest("a", sql.size())));
        }
        Query query = handle.createQuery(String.join("UNION ALL\n", sql));
        for (int part = 0; part < texts.size(); part++) {
            part(texts.get(part)).bind(query, part);
        }
        return query.mapTo(row).list();
    }
}
