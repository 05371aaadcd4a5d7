package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes that are derived from the settings. */
class IndexSizesTest {
    /** Submissions do not wait for the index of a large ranking that was filled by SQL from outside. */
    @Test
    void indexesOnWriteUpToTheMaximum() {
        IndexSizes sizes = new IndexSizes(512, 16, 64);
        assertThat(sizes.isIndexedOnWrite(512)).isFalse();
        assertThat(sizes.isIndexedOnWrite(513)).isTrue();
        assertThat(sizes.isIndexedOnWrite(IndexSizes.MAX_ENTRIES_ON_WRITE)).isTrue();
        assertThat(sizes.isIndexedOnWrite(IndexSizes.MAX_ENTRIES_ON_WRITE + 1)).isFalse();
    }

    @Test
    void indexesRankingsOfAnyThresholdOnWrite() {
        IndexSizes sizes = new IndexSizes(100_000, 16, 64);
        assertThat(sizes.isIndexedOnWrite(100_000)).isFalse();
        assertThat(sizes.isIndexedOnWrite(100_001)).isTrue();
        assertThat(sizes.isIndexedOnWrite(sizes.maxUnindexed())).isTrue();
        assertThat(sizes.isIndexedOnWrite(sizes.maxUnindexed() + 1)).isFalse();
    }

    /** Also if participants have IDs with gaps, as when several leaderboards are filled in turns. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 16, 64, 100, 1L << 32})
    void countsAboutOneInSixteenNewEntries(long step) {
        IndexSizes sizes = new IndexSizes(512, 16, 64);
        assertThat(countedNewEntries(sizes, step, 1_600)).isBetween(50L, 150L);
        for (long first = 0; first < 50; first++) {
            long from = first * step;
            assertThat(LongStream.range(0, 512).anyMatch(n -> sizes.isCounted(List.of(added(from + n * step)))))
                    .isTrue();
        }
    }

    @Test
    void countsEachNewEntryOfSmallIndexes() {
        assertThat(countedNewEntries(new IndexSizes(0, 16, 64), 1, 100)).isEqualTo(100);
        assertThat(countedNewEntries(new IndexSizes(63, 16, 64), 1, 100)).isEqualTo(100);
    }

    @Test
    void countsNeitherChangedNorRemovedEntries() {
        IndexSizes sizes = new IndexSizes(2, 2, 2);
        RankKey key = key(1);
        assertThat(sizes.isCounted(
                        List.of(new EntryMove(1, key, new RankKey(9, 0, 0, "", 1)), new EntryMove(1, key, null))))
                .isFalse();
        assertThat(sizes.isCounted(List.of(new EntryMove(1, key, null), added(2))))
                .isTrue();
    }

    private static long countedNewEntries(IndexSizes sizes, long step, int entries) {
        return LongStream.range(0, entries)
                .filter(n -> sizes.isCounted(List.of(added(n * step))))
                .count();
    }

    private static EntryMove added(long participant) {
        return new EntryMove(1, null, key(participant));
    }

    private static RankKey key(long participant) {
        return new RankKey(0, 0, 0, "", participant);
    }

    @Test
    void splitsLeavesEvenly() {
        IndexSizes sizes = new IndexSizes(512, 16, 64);
        assertThat(sizes.evenLeafSize(33)).isEqualTo(11);
        assertThat(sizes.evenLeafSize(32)).isEqualTo(16);
        assertThat(sizes.evenLeafSize(1_000)).isEqualTo(16);
    }
}
