package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
    void splitsLeavesEvenly() {
        IndexSizes sizes = new IndexSizes(512, 16, 64);
        assertThat(sizes.evenLeafSize(33)).isEqualTo(11);
        assertThat(sizes.evenLeafSize(32)).isEqualTo(16);
        assertThat(sizes.evenLeafSize(1_000)).isEqualTo(16);
    }
}
