package laurel.ingest.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00Z",
        "1752417000, 2025-07-13T14:30:00Z",
        "1752417000.25, 2025-07-13T14:30:00.250Z",
        "99999999999, 5138-11-16T09:46:39Z",
        "100000000000, 1973-03-03T09:46:40Z",
        "1752417000123, 2025-07-13T14:30:00.123Z",
        "1752417000123.456, 2025-07-13T14:30:00.123456Z",
        "-1.5, 1969-12-31T23:59:58.500Z",
        "2025-07-13T16:30:00+02:00, 2025-07-13T14:30:00Z",
    })
    void parsesSecondsMillisecondsAndIsoTimes(String text, String moment) {
        assertThat(Timestamps.parse(text)).isEqualTo(Instant.parse(moment));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2025-07-13",
                "2025-07-13T14:30:00",
                "1e9",
                "1.",
                "1234567890123456",
                "253402300800000",
                "-62135596800001",
                "+10000-01-01T00:00:00Z",
                "0000-12-31T23:59:59Z",
                "9999-12-31T23:59:59-01:00",
                "-999999999-01-01T00:00:00Z"
            })
    void rejectsOtherTexts(String text) {
        assertThatThrownBy(() -> Timestamps.parse(text)).isInstanceOf(MappedStream.UnusableEntryException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0-1, 1970-01-01T00:00:00Z",
        "1752417000123-7, 2025-07-13T14:30:00.123Z",
        "253402300799999-0, 9999-12-31T23:59:59.999Z",
    })
    void readsTimesOfIds(String id, String moment) {
        assertThat(Timestamps.ofId(id)).isEqualTo(Instant.parse(moment));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "253402300800000-0",
                "9223372036854775807-0",
                "9223372036854775808-0",
                "18446744073709551615-18446744073709551615"
            })
    void rejectsIdsThatAreNoTimes(String id) {
        assertThatThrownBy(() -> Timestamps.ofId(id)).isInstanceOf(MappedStream.UnusableEntryException.class);
    }
}
