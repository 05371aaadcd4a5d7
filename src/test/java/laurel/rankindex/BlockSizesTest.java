package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large blocks may be made, and when. */
class BlockSizesTest {
    @ParameterizedTest
    @CsvSource({
        "-1, 16, 64, from",
        "100001, 16, 64, from",
        "512, 0, 64, run",
        "512, 1001, 64, run",
        "512, 16, 1, parts",
        "512, 16, 1001, parts"
    })
    void whatCannotBeIsRefused(int from, int run, int parts, String setting) {
        assertThatThrownBy(() -> new BlockSizes(from, run, parts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("laurel.index." + setting + " is ");
    }

    /** A ranking that someone filled past the service is not made to be indexed by a submission. */
    @Test
    void aSubmissionWaitsForNoMoreThanSoManyEntries() {
        BlockSizes sizes = new BlockSizes(512, 16, 64);
        assertThat(sizes.wantedInPassing(512)).isFalse();
        assertThat(sizes.wantedInPassing(513)).isTrue();
        assertThat(sizes.wantedInPassing(BlockSizes.MOST_IN_PASSING)).isTrue();
        assertThat(sizes.wantedInPassing(BlockSizes.MOST_IN_PASSING + 1)).isFalse();
    }

    @Test
    void runsAreCutEven() {
        BlockSizes sizes = new BlockSizes(512, 16, 64);
        assertThat(sizes.evenRun(33)).isEqualTo(11);
        assertThat(sizes.evenRun(32)).isEqualTo(16);
        assertThat(sizes.evenRun(1_000)).isEqualTo(16);
    }
}
