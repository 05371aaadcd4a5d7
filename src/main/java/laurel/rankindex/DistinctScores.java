package laurel.rankindex;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import laurel.rankindex.IndexNodeRepository.FirstEntry;
import laurel.rankindex.IndexNodeRepository.ScoreQuery;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how moved entries change the counts of distinct scores. A distinct score counts at its first entry, so its
 * count moves when another entry becomes the first.
 */
@Singleton
class DistinctScores {
    private final IndexNodeRepository repository;

    DistinctScores(IndexNodeRepository repository) {
        this.repository = repository;
    }

    private record ScoreKey(long rankingId, long sortKey, long subscoreKey) {
        RankKey key(FirstEntry entry) {
            return entry.key(sortKey, subscoreKey);
        }
    }

    /** The entries that left and reached one score. */
    private static final class ScoreMoves {
        final List<RankKey> removed = new ArrayList<>();
        final Set<RankKey> added = new HashSet<>();
    }

    /** The changed counts by ranking, when they are needed. The moved entries must be written already. */
    Supplier<Map<Long, List<CountDelta>>> deltas(List<EntryMove> moves) {
        Map<ScoreKey, ScoreMoves> byScore = new LinkedHashMap<>();
        for (EntryMove move : moves) {
            if (move.before() != null) {
                of(byScore, move, move.before()).removed.add(move.before());
            }
            if (move.after() != null) {
                of(byScore, move, move.after()).added.add(move.after());
            }
        }
        List<ScoreQuery> scores = byScore.entrySet().stream()
                .map(of -> new ScoreQuery(
                        of.getKey().rankingId,
                        of.getKey().sortKey,
                        of.getKey().subscoreKey,
                        // Includes at least one entry that has not moved, if the score has one.
                        of.getValue().added.size() + 1))
                .toList();
        Supplier<Map<Integer, List<FirstEntry>>> firstEntries = repository.firstEntries(scores);
        return () -> deltas(byScore, firstEntries.get());
    }

    private static Map<Long, List<CountDelta>> deltas(
            Map<ScoreKey, ScoreMoves> byScore, Map<Integer, List<FirstEntry>> firstEntries) {
        Map<Long, List<CountDelta>> deltas = new HashMap<>();
        int n = 0;
        for (Map.Entry<ScoreKey, ScoreMoves> of : byScore.entrySet()) {
            List<RankKey> now = firstEntries.getOrDefault(n++, List.of()).stream()
                    .map(of.getKey()::key)
                    .toList();
            deltas.computeIfAbsent(of.getKey().rankingId, ranking -> new ArrayList<>())
                    .addAll(deltas(of.getValue(), now));
        }
        return deltas;
    }

    private static ScoreMoves of(Map<ScoreKey, ScoreMoves> byScore, EntryMove move, RankKey key) {
        return byScore.computeIfAbsent(
                new ScoreKey(move.rankingId(), key.sortKey(), key.subscoreKey()), score -> new ScoreMoves());
    }

    private static List<CountDelta> deltas(ScoreMoves moves, List<RankKey> now) {
        RankKey after = now.isEmpty() ? null : now.getFirst();
        RankKey before = null;
        for (RankKey key : moves.removed) {
            before = first(before, key);
        }
        for (RankKey key : now) {
            before = moves.added.contains(key) ? before : first(before, key);
        }
        if (Objects.equals(before, after)) {
            return List.of();
        }
        List<CountDelta> deltas = new ArrayList<>(2);
        if (before != null) {
            deltas.add(new CountDelta(Separator.of(before), 0, -1));
        }
        if (after != null) {
            deltas.add(new CountDelta(Separator.of(after), 0, 1));
        }
        return deltas;
    }

    private static RankKey first(@Nullable RankKey one, RankKey other) {
        return one == null || other.compareTo(one) < 0 ? other : one;
    }
}
