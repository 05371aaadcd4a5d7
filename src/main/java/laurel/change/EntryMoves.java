package laurel.change;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.change.EntryMoveRepository.Row;
import laurel.rankindex.EntryMove;

/** What changed in some rankings alone, and no more of it than can be followed: a board may have thousands of others. */
@Singleton
public class EntryMoves {
    /** Changes of one board at once. */
    public static final int MOST_CHANGES = 1_000;

    /** Shifts of all boards at once: some megabytes. */
    private static final int MOST_SHIFTS = 50_000;

    private final EntryMoveRepository repository;

    EntryMoves(EntryMoveRepository repository) {
        this.repository = repository;
    }

    /**
     * What changed in these rankings after these sequences of their boards, by board: each one's changes in order, also
     * those of other rankings, without their shifts. Of {@link #MOST_CHANGES} of a board there may be more before the
     * first. None of any board where there are too many shifts.
     */
    public Map<Integer, List<Change>> since(Map<Integer, Long> after, Collection<Long> rankings) {
        if (after.isEmpty()) {
            return Map.of();
        }
        List<Row> rows = repository.shifts(after, rankings, MOST_CHANGES, MOST_SHIFTS);
        return rows.size() == MOST_SHIFTS
                ? Map.of()
                : changes(rows).stream().collect(groupingBy(Change::leaderboardId));
    }

    private static List<Change> changes(List<Row> rows) {
        return rows.stream().collect(groupingBy(Row::sequence, TreeMap::new, toList())).values().stream()
                .map(EntryMoves::change)
                .toList();
    }

    private static Change change(List<Row> rows) {
        Row any = rows.getFirst();
        List<EntryMove> shifts = new ArrayList<>();
        for (Row row : rows) {
            EntryMove shift = row.shift();
            if (shift != null) {
                shifts.add(shift);
            }
        }
        return new Change(any.sequence(), any.leaderboardId(), any.at(), any.anew() ? null : shifts);
    }
}
