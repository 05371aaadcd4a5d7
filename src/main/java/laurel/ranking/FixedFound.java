package laurel.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import laurel.database.PartitionedQuery;
import laurel.graphql.Held;
import org.jspecify.annotations.Nullable;

/**
 * What a question to a ranking that does not change finds.
 *
 * @param standings in order of position
 * @param number    the number that was asked for; 0 if it was not one
 */
record FixedFound(List<FixedStanding> standings, int number) implements Held {
    /** The one that was asked for; null if there is none. */
    @Nullable
    FixedStanding only() {
        return standings.isEmpty() ? null : standings.getFirst();
    }

    /** The first that does not stand before the page; null if there is none. */
    @Nullable
    FixedStanding unmarked() {
        return standings.stream().filter(one -> !one.row().marked()).findFirst().orElse(null);
    }

    @Override
    public long heldBytes() {
        return standings.stream().mapToLong(Held::heldBytes).sum();
    }

    /**
     * What answers these questions.
     *
     * @param rows reads what a query gives
     * @param text of the part that answers a question
     */
    static Map<FixedQuestion, FixedFound> of(
            Collection<FixedQuestion> questions,
            Function<PartitionedQuery, List<FixedRow>> rows,
            Function<FixedQuestion, String> text) {
        List<FixedQuestion> asked = List.copyOf(questions);
        PartitionedQuery query = new PartitionedQuery();
        for (int ask = 0; ask < asked.size(); ask++) {
            for (Object part : asked.get(ask).parts()) {
                query.ask(text.apply(asked.get(ask)), ask, part);
            }
        }
        Map<Integer, List<FixedRow>> found = new HashMap<>();
        rows.apply(query).forEach(row -> found.computeIfAbsent(row.ask(), ask -> new ArrayList<>())
                .add(row));
        Map<FixedQuestion, FixedFound> answers = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            answers.put(asked.get(ask), of(asked.get(ask), found.getOrDefault(ask, List.of())));
        }
        return answers;
    }

    private static FixedFound of(FixedQuestion question, List<FixedRow> rows) {
        if (question.isNumber()) {
            return new FixedFound(List.of(), Math.toIntExact(rows.getFirst().total()));
        }
        // A participant may be named in two ways.
        Map<Integer, FixedStanding> byPosition = new TreeMap<>();
        rows.forEach(row -> byPosition.put(row.position(), question.ranking().standing(row)));
        return new FixedFound(List.copyOf(byPosition.values()), 0);
    }
}
