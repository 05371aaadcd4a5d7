package laurel.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * What a question finds.
 *
 * @param standings best first
 * @param marked    the one of them that the question marks; null where it marks none
 */
public record RankingAnswer(
        List<Standing> standings, @Nullable Standing marked) implements Measured {
    /** @param rows the rows that answer the question, in whatever order */
    static RankingAnswer of(Question question, List<StandingRow> rows) {
        List<StandingRow> bestFirst =
                rows.stream().sorted(Comparator.comparing(StandingRow::place)).toList();
        List<Standing> standings = new ArrayList<>();
        Standing marked = null;
        for (StandingRow row : bestFirst) {
            if (!standings.isEmpty() && standings.getLast().place().equals(row.place())) {
                continue; // A participant that is named by its ID and by its external ID.
            }
            boolean first = standings.isEmpty() || !question.consecutive();
            Standing standing = first ? Standing.of(question.ranking(), row) : follow(standings.getLast(), row);
            standings.add(standing);
            marked = row.marked() ? standing : marked;
        }
        return new RankingAnswer(standings, marked);
    }

    /** The one that was asked for; null where there is none. */
    @Nullable
    public Standing only() {
        return standings.isEmpty() ? null : standings.getFirst();
    }

    @Override
    public long heldBytes() {
        return standings.stream().mapToLong(Standing::heldBytes).sum();
    }

    /** What must be found out of the first to know these of all: a rank after a tie is a position. */
    static Set<RankMetric> figures(Question question) {
        Set<RankMetric> wanted = EnumSet.noneOf(RankMetric.class);
        wanted.addAll(question.figures());
        if (question.consecutive() && wanted.contains(RankMetric.BETTER_ENTRIES)) {
            wanted.add(RankMetric.PRECEDING_ENTRIES);
        }
        return wanted;
    }

    private static Standing follow(Standing previous, StandingRow row) {
        boolean ties = row.place().ties(previous.place());
        Ranks ranks = previous.ranks().next(ties);
        Long ahead = ties ? previous.ahead() : Long.valueOf(previous.place().sortKey());
        return new Standing(
                previous.ranking(), row.place(), row.achievedAt(), row.submissionId(), row.metadata(), ranks, ahead);
    }
}
