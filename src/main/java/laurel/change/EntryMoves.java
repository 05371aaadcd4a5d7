package laurel.change;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.change.EntryMoveRepository.EntryMoveRow;
import laurel.rankindex.EntryMove;

/** Reads the entry moves of some rankings of leaderboards, which may have thousands of others. */
@Singleton
public class EntryMoves {
    /** Maximum number of changes of one leaderboard. */
    public static final int MAX_CHANGES = 1_000;

    /** Moves of one leaderboard, also of other rankings, that are read to find those of these rankings: a tenth of a second. */
    static final int MAX_SCANNED = 100_000;

    /** Maximum number of moves of all leaderboards: some megabytes. */
    private static final int MAX_MOVES = 50_000;

    private final EntryMoveRepository repository;

    EntryMoves(EntryMoveRepository repository) {
        this.repository = repository;
    }

    /**
     * The changes after these sequences, by leaderboard, in order, with the moves of these rankings only. Returns the
     * last {@link #MAX_CHANGES} changes of a leaderboard, or those with the last {@link #MAX_SCANNED} moves and one before without
     * moves; and nothing if there are too many moves.
     */
    public Map<Integer, List<Change>> since(Map<Integer, Long> after, Collection<Long> rankings) {
        if (after.isEmpty()) {
            return Map.of();
        }
        List<EntryMoveRow> rows = repository.moves(after, rankings, MAX_CHANGES, MAX_SCANNED, MAX_MOVES);
        return rows.size() == MAX_MOVES ? Map.of() : changes(rows).stream().collect(groupingBy(Change::leaderboardId));
    }

    private static List<Change> changes(List<EntryMoveRow> rows) {
        return rows.stream().collect(groupingBy(EntryMoveRow::sequence, TreeMap::new, toList())).values().stream()
                .map(EntryMoves::change)
                .toList();
    }

    private static Change change(List<EntryMoveRow> rows) {
        EntryMoveRow any = rows.getFirst();
        List<EntryMove> moves = new ArrayList<>();
        for (EntryMoveRow row : rows) {
            EntryMove move = row.move();
            if (move != null) {
                moves.add(move);
            }
        }
        return new Change(
                any.sequence(), any.leaderboardId(), any.at(), any.newScores(), any.withoutMoves() ? null : moves);
    }
}
