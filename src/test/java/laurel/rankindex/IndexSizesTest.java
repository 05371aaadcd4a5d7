package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of the settings, and the sizes derived from them. */
class IndexSizesTest {
    @ParameterizedTest
    @CsvSource({
        "-1, 16, 64, threshold",
        "100001, 16, 64, threshold",
        "512, 0, 64, leaf-size",
        "512, 1001, 64, leaf-size",
        "512, 16, 1, fanout",
        "512, 16, 1001, fanout"
    })
    void rejectsSettingsOutOfRange(int threshold, int leafSize, int fanout, String setting) {
        assertThatThrownBy(() -> new IndexSizes(threshold, leafSize, fanout))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("laurel.rankindex." + setting + " is ");
    }

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
