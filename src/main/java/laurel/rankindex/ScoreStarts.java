package laurel.rankindex;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import laurel.rankindex.BlockRepository.First;
import laurel.rankindex.BlockRepository.Score;
import org.jspecify.annotations.Nullable;

/** A distinct score counts where its first entry is: finds out where that was, and where it is now. */
@Singleton
class ScoreStarts {
    private final BlockRepository repository;

    ScoreStarts(BlockRepository repository) {
        this.repository = repository;
    }

    private record Key(long rankingId, long sortKey, long subscoreKey) {
        RankKey place(First first) {
            return new RankKey(sortKey, subscoreKey, first.tieKey(), first.participantId());
        }
    }

    /** What changed among the entries of one score. */
    private static final class Changed {
        final List<RankKey> left = new ArrayList<>();
        final Set<RankKey> came = new HashSet<>();
    }

    /** What counts of scores follow from these shifts, whose entries have been written. */
    Map<Long, List<CountChange>> counts(List<EntryMove> shifts) {
        Map<Key, Changed> byScore = new LinkedHashMap<>();
        for (EntryMove shift : shifts) {
            if (shift.before() != null) {
                changed(byScore, shift, shift.before()).left.add(shift.before());
            }
            if (shift.after() != null) {
                changed(byScore, shift, shift.after()).came.add(shift.after());
            }
        }
        List<Score> asked = byScore.entrySet().stream()
                .map(of -> new Score(
                        of.getKey().rankingId,
                        of.getKey().sortKey,
                        of.getKey().subscoreKey,
                        // At least one that has been there all the time, if there is one.
                        of.getValue().came.size() + 1))
                .toList();
        Map<Integer, List<First>> firsts = repository.firsts(asked);
        Map<Long, List<CountChange>> counts = new HashMap<>();
        int ask = 0;
        for (Map.Entry<Key, Changed> of : byScore.entrySet()) {
            List<RankKey> now = firsts.getOrDefault(ask++, List.of()).stream()
                    .map(of.getKey()::place)
                    .toList();
            counts.computeIfAbsent(of.getKey().rankingId, ranking -> new ArrayList<>())
                    .addAll(counts(of.getValue(), now));
        }
        return counts;
    }

    private static Changed changed(Map<Key, Changed> byScore, EntryMove shift, RankKey place) {
        Key key = new Key(shift.rankingId(), place.sortKey(), place.subscoreKey());
        return byScore.computeIfAbsent(key, score -> new Changed());
    }

    private static List<CountChange> counts(Changed changed, List<RankKey> now) {
        RankKey after = now.isEmpty() ? null : now.getFirst();
        RankKey before = Stream.concat(
                        changed.left.stream(), now.stream().filter(place -> !changed.came.contains(place)))
                .min(Comparator.naturalOrder())
                .orElse(null);
        if (Objects.equals(before, after)) {
            return List.of();
        }
        return Stream.of(count(before, -1), count(after, 1))
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable CountChange count(@Nullable RankKey place, int scores) {
        return place == null ? null : new CountChange(Bound.of(place), 0, scores);
    }
}
