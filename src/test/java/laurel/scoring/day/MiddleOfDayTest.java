package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The middle of a day is in that day by both calendars, wherever they share a moment of it. */
class MiddleOfDayTest {
    @ParameterizedTest
    @CsvSource({
        "2025-07-13, UTC, UTC, 2025-07-13T12:00:00Z",
        "2025-07-13, Asia/Tokyo, UTC, 2025-07-13T03:00:00Z",
        "2025-03-30, Europe/Paris, Europe/Paris, 2025-03-30T10:00:00Z",
        "2025-10-26, Europe/Paris, Europe/Paris, 2025-10-26T11:00:00Z",
        "2025-12-31, Pacific/Kiritimati, UTC, 2025-12-31T05:00:00Z",
        "2026-01-01, UTC, Pacific/Kiritimati, 2026-01-01T05:00:00Z",
        "2025-07-13, Pacific/Kiritimati, Etc/GMT+12, 2025-07-12T22:00:00Z"
    })
    void returnsInstantInDayOfBothTimeZones(LocalDate day, ZoneId zone, ZoneId board, Instant middle) {
        assertThat(MiddleOfDay.of(day, zone, board)).isEqualTo(middle);
    }
}
