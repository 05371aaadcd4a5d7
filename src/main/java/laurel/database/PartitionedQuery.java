package laurel.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    private final int mostParts;
    private final Map<String, GivenRows> parts = new LinkedHashMap<>();

    /** As few statements as may be. */
    public PartitionedQuery() {
        this(MOST_PARTS);
    }

    private PartitionedQuery(int mostParts) {
        this.mostParts = mostParts;
    }

    /**
     * A statement for each part. For who asks again and again of ever other partitions: a statement of many is a new text
     * each time, which takes longer to parse and to plan than to answer, and these are planned once for each connection.
     */
    public static PartitionedQuery oneByOne() {
        return new PartitionedQuery(1);
    }

    /** The rows of the part of this text, to add to. */
    public GivenRows part(String text) {
        return parts.computeIfAbsent(text, any -> new GivenRows());
    }

    /**
     * The rows of all parts, in no order; one statement for each {@value #MOST_PARTS} parts unless they go one by one, and none
     * without any.
     */
    public <T> List<T> list(Sql sql, Class<T> row) {
        List<String> texts = List.copyOf(parts.keySet());
        List<T> rows = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += mostParts) {
            rows.addAll(list(sql, row, texts.subList(from, Math.min(texts.size(), from + mostParts))));
        }
        return rows;
    }

    private <T> List<T> list(Sql sql, Class<T> row, List<String> texts) {
        List<String> numbered = new ArrayList<>();
        for (String text : texts) {
            numbered.add(text.replace("<asked>", part(text).unnest("a", numbered.size())));
        }
        Statement query = sql.of(String.join("UNION ALL\n", numbered));
        for (int part = 0; part < texts.size(); part++) {
            part(texts.get(part)).bind(query, part);
        }
        return query.list(row);
    }
}
