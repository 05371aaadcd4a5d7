package laurel.rankindex;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever is counted in and out, and in whatever portions, the blocks stay a tree that counts right, none of
 * them too large.
 */
class BlockTreeTest {
    private static final int BATCHES = 60;

    @Property(tries = 20)
    void countsRightInBlocksThatFit(
            @ForAll @IntRange(min = 0, max = 20) int from,
            @ForAll @IntRange(min = 1, max = 5) int run,
            @ForAll @IntRange(min = 2, max = 5) int parts,
            @ForAll @IntRange(min = 1, max = 60) int scores,
            @ForAll Random random) {
        StoredBlocks stored = new StoredBlocks(new BlockSizes(from, run, parts));
        for (int batch = 0; batch < BATCHES; batch++) {
            // Grows for the first half, and shrinks for the second.
            shift(stored, batch < BATCHES / 2 ? 5 : 1, batch < BATCHES / 2 ? 1 : 5, scores, random);
            check(stored);
        }
    }

    private static void shift(StoredBlocks stored, int in, int out, int scores, Random random) {
        Set<RankKey> coming = new HashSet<>();
        Set<RankKey> going = new HashSet<>();
        List<RankKey> there = List.copyOf(stored.entries);
        int size = 1 + random.nextInt(40);
        for (int n = 0; n < size; n++) {
            if (random.nextInt(in + out) < in) {
                coming.add(
                        new RankKey(random.nextInt(scores), random.nextInt(2), random.nextInt(2), random.nextInt(500)));
            } else if (!there.isEmpty()) {
                going.add(there.get(random.nextInt(there.size())));
            }
        }
        coming.removeAll(stored.entries);
        stored.shift(coming, going);
    }

    private static void check(StoredBlocks stored) {
        if (stored.blocks.isEmpty()) {
            assertThat(stored.sizes.needless(stored.entries.size()) || !stored.sizes.wanted(stored.entries.size()))
                    .isTrue();
            return;
        }
        assertThat(stored.blocks.values()).allMatch(StoredBlock::wellFormed);
        int top =
                stored.blocks.keySet().stream().mapToInt(BlockKey::level).max().orElseThrow();
        assertThat(top).isLessThanOrEqualTo(RankIndex.TOP);
        List<Part> parts = List.of(new Part(Bound.START, stored.entries.size(), stored.scores(stored.entries)));
        for (int level = top; level >= 0; level--) {
            parts = below(stored, level, level == top, parts);
            assertThat(parts.stream().map(part -> part.bound))
                    .isSortedAccordingTo(Comparator.naturalOrder())
                    .doesNotHaveDuplicates();
        }
        runs(stored, parts);
    }

    /** The parts of the blocks of a level, which are those that the level above says. */
    private static List<Part> below(StoredBlocks stored, int level, boolean root, List<Part> above) {
        List<Part> parts = new ArrayList<>();
        List<Bound> there = stored.blocks.keySet().stream()
                .filter(key -> key.level() == level)
                .map(BlockKey::bound)
                .sorted()
                .toList();
        assertThat(there).isEqualTo(above.stream().map(part -> part.bound).toList());
        for (Part part : above) {
            StoredBlock block = requireNonNull(stored.blocks.get(new BlockKey(1, level, part.bound)));
            assertThat(new Bound(block.bounds().getFirst())).isEqualTo(part.bound);
            assertThat(block.allEntries()).isEqualTo(part.entries);
            assertThat(block.allScores()).isEqualTo(part.scores);
            if (!root || level < RankIndex.TOP) {
                assertThat(block.bounds()).hasSizeLessThanOrEqualTo(2 * stored.sizes.parts());
            }
            parts.addAll(block.parts());
        }
        return parts;
    }

    private static void runs(StoredBlocks stored, List<Part> runs) {
        for (int n = 0; n < runs.size(); n++) {
            Part run = runs.get(n);
            NavigableSet<RankKey> held = stored.entries.tailSet(run.bound.place(), true);
            if (n + 1 < runs.size()) {
                held = held.headSet(runs.get(n + 1).bound.place(), false);
            }
            assertThat(run.entries).isEqualTo(held.size()).isLessThanOrEqualTo(2 * stored.sizes.run());
            assertThat(run.scores).isEqualTo(stored.scores(held));
        }
    }
}
