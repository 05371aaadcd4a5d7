package laurel.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostmasterTest {
    /** A quarter, at least 128 MB, at most 2 GB. */
    @ParameterizedTest
    @CsvSource({"256, 128", "512, 128", "1024, 256", "8191, 2047", "8192, 2048", "65536, 2048"})
    void cachesQuarterOfMemoryWithinBounds(long memory, long buffers) {
        assertThat(Postmaster.sharedBuffers(memory << 20)).isEqualTo(buffers);
    }
}
