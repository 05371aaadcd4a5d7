package laurel.score.entry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * Entries at the top of a ranking that did not change, and whose rank changed because others passed them or fell behind them.
 * Only the present top is read: an entry's previous rank is its present one, less the changed entries that are better now, plus
 * those that were better before.
 */
final class PassedEntries {
    private PassedEntries() {}

    /** An entry that did not change. */
    record PassedEntry(RankKey key, int previousRank, int rank) {}

    /** The number of present entries among which are all that are or were one of the first {@code top}. */
    static int needed(Collection<EntryMove> moves, int top) {
        return top + (int) moves.stream().filter(move -> move.after() != null).count();
    }

    /**
     * Returns the unchanged entries with another rank than before that are or were one of the first {@code top}, in order.
     *
     * @param present the first of the ranking, in order, as many as {@link #needed} returns
     * @param moves   the changes of this ranking, one for each entry
     */
    static List<PassedEntry> of(List<RankKey> present, Collection<EntryMove> moves, int top) {
        RankKey[] before = sorted(moves, EntryMove::before);
        RankKey[] after = sorted(moves, EntryMove::after);
        Set<Long> moved =
                new HashSet<>(moves.stream().map(EntryMove::participantId).toList());
        List<PassedEntry> passed = new ArrayList<>();
        int rank = 1;
        for (int n = 0; n < present.size(); n++) {
            RankKey key = present.get(n);
            if (n > 0 && !key.ties(present.get(n - 1))) {
                rank = n + 1;
            }
            RankKey firstOfScore = new RankKey(key.sortKey(), key.subscoreKey(), Long.MIN_VALUE, "", 0);
            int previousRank = rank - less(after, firstOfScore) + less(before, firstOfScore);
            int previousPosition = n + 1 - less(after, key) + less(before, key);
            boolean inTop = n < top || previousPosition <= top;
            if (inTop && rank != previousRank && !moved.contains(key.participantId())) {
                passed.add(new PassedEntry(key, previousRank, rank));
            }
        }
        return passed;
    }

    private static RankKey[] sorted(Collection<EntryMove> moves, Function<EntryMove, @Nullable RankKey> side) {
        return moves.stream()
                .map(side)
                .flatMap(Stream::ofNullable)
                .map(Objects::requireNonNull)
                .sorted()
                .toArray(RankKey[]::new);
    }

    /** Number of sorted keys that are before this one. */
    private static int less(RankKey[] sorted, RankKey key) {
        int found = Arrays.binarySearch(sorted, key);
        return found < 0 ? -found - 1 : found;
    }
}
