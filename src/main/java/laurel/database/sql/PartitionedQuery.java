package laurel.database.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Many questions in one statement. Each part of it names the partition that it reads, and answers all questions that are
 * asked of that partition in one way. Its text takes their numbers as {@code :ask} and what they ask as {@code :asked}:
 * {@code FROM unnest(:ask, :asked.score) AS a (ask, score)}.
 */
public final class PartitionedQuery {
    /**
     * A statement locks every table and index that it names, some six for a part, until it ends, and the server's room for
     * locks is small.
     */
    private static final int MOST_PARTS = 50;

    private final int mostParts;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private String ctes = "";
    private String name = "";
    private List<?> values = List.of();

    private record Part(List<Integer> numbers, List<Object> asked) {}

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

    /**
     * Asks the part of this text. All questions of one part are of one class.
     *
     * @param number by which its rows are known; several questions may have the same
     */
    public void ask(String text, int number, Object asked) {
        Part part = part(text);
        part.numbers.add(number);
        part.asked.add(asked);
    }

    private Part part(String text) {
        return parts.computeIfAbsent(text, any -> new Part(new ArrayList<>(), new ArrayList<>()));
    }

    /** Asks each of these in the part of the text that is made for it, numbered by its index in the list. */
    public <T> PartitionedQuery ask(List<T> questions, Function<? super T, String> text) {
        for (int number = 0; number < questions.size(); number++) {
            ask(text.apply(questions.get(number)), number, questions.get(number));
        }
        return this;
    }

    /**
     * Reads from common table expressions.
     *
     * @param ctes   what comes before the parts
     * @param name   of the parameter by which they take these values
     * @param values of one class
     */
    public PartitionedQuery with(String ctes, String name, List<?> values) {
        this.ctes = ctes;
        this.name = name;
        this.values = values;
        return this;
    }

    /**
     * The rows of all parts, in no order; one statement for each {@value #MOST_PARTS} parts unless they go one by one,
     * and none without any.
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
            numbered.add(text.replace(":ask", ":part" + numbered.size() + "_ask"));
        }
        Statement query = sql.of(ctes + String.join("UNION ALL\n", numbered));
        if (!values.isEmpty()) {
            query.bindEach(name, values.getFirst().getClass(), values);
        }
        for (int n = 0; n < texts.size(); n++) {
            Part part = part(texts.get(n));
            query.bindEach("part" + n + "_ask", Integer.class, part.numbers)
                    .bindEach("part" + n + "_asked", part.asked.getFirst().getClass(), part.asked);
        }
        return query.list(row);
    }
}
