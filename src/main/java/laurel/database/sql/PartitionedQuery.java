package laurel.database.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs many queries with one statement. The statement is a UNION ALL of parts. A part names the partition that it reads, and
 * runs all queries of this text. The text takes the numbers of its queries as {@code :queryNumber} and their values as {@code
 * :input}: {@code FROM unnest(:queryNumber, :input.score) AS input (query_number, score)}.
 */
public final class PartitionedQuery {
    /**
     * A statement locks all tables and indexes that it names until it ends, about six per part, and the server can hold a
     * limited number of locks.
     */
    private static final int MAX_PARTS = 50;

    private final int maxParts;
    private final Map<String, PartInput> parts = new LinkedHashMap<>();
    private String ctes = "";
    private String name = "";
    private List<?> values = List.of();

    private record PartInput(List<Integer> queryNumbers, List<Object> values) {}

    /** Runs as few statements as possible. */
    public PartitionedQuery() {
        this(MAX_PARTS);
    }

    private PartitionedQuery(int maxParts) {
        this.maxParts = maxParts;
    }

    /**
     * Runs one statement per part. It is for callers that read different sets of partitions again and again: a statement
     * over several partitions is a new text each time, and takes longer to parse and plan than to run. A statement over one
     * partition is planned once per connection.
     */
    public static PartitionedQuery oneByOne() {
        return new PartitionedQuery(1);
    }

    /**
     * Adds a query to the part with this text. All values of a part have the same class.
     *
     * @param number identifies the rows of the query; several queries may have the same
     */
    public void add(String text, int number, Object value) {
        PartInput part = part(text);
        part.queryNumbers.add(number);
        part.values.add(value);
    }

    private PartInput part(String text) {
        return parts.computeIfAbsent(text, absent -> new PartInput(new ArrayList<>(), new ArrayList<>()));
    }

    /** Adds queries, numbered by their index in the list. */
    public <T> PartitionedQuery add(List<T> queries, Function<? super T, String> text) {
        for (int number = 0; number < queries.size(); number++) {
            add(text.apply(queries.get(number)), number, queries.get(number));
        }
        return this;
    }

    /**
     * Adds common table expressions.
     *
     * @param ctes   the text before the parts
     * @param name   the parameter of the expressions
     * @param values of one class
     */
    public PartitionedQuery with(String ctes, String name, List<?> values) {
        this.ctes = ctes;
        this.name = name;
        this.values = values;
        return this;
    }

    /** Returns the rows of all parts, in no order. Runs no statement if there are no parts. */
    public <T> List<T> list(Sql sql, Class<T> row) {
        return listLater(sql, row).get();
    }

    /** Does the same when the rows are needed, as {@link Statement#listLater} does. */
    public <T> Supplier<List<T>> listLater(Sql sql, Class<T> row) {
        List<String> texts = List.copyOf(parts.keySet());
        List<Supplier<List<T>>> statements = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += maxParts) {
            statements.add(listLater(sql, row, texts.subList(from, Math.min(texts.size(), from + maxParts))));
        }
        return () -> statements.stream().flatMap(rows -> rows.get().stream()).toList();
    }

    private <T> Supplier<List<T>> listLater(Sql sql, Class<T> row, List<String> texts) {
        Statement query = sql.of(ctes + text(texts));
        if (!values.isEmpty()) {
            query.bindEach(name, values.getFirst().getClass(), values);
        }
        for (int n = 0; n < texts.size(); n++) {
            PartInput part = part(texts.get(n));
            String prefix = prefix(n, texts);
            query.bindEach(prefix + "queryNumber", Integer.class, part.queryNumbers)
                    .bindEach(prefix + "input", part.values.getFirst().getClass(), part.values);
        }
        return query.listLater(row);
    }

    private static String text(List<String> texts) {
        if (texts.size() == 1) {
            return texts.getFirst();
        }
        List<String> numbered = new ArrayList<>();
        for (String text : texts) {
            String prefix = ":" + prefix(numbered.size(), texts);
            numbered.add(text.replace(":queryNumber", prefix + "queryNumber").replace(":input", prefix + "input"));
        }
        return String.join("UNION ALL\n", numbered);
    }

    /** Prefix of the parameters of a part, if there are several. */
    private static String prefix(int n, List<String> texts) {
        return texts.size() == 1 ? "" : "part" + n + "_";
    }
}
