package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import laurel.leaderboard.WindowKind;
import laurel.window.EntryTables.EntryTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The name of a slice says which windows its tables may have. */
class EntryTablesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            day-2025-07-13     | 2025-07-13T00:00:00Z | 2025-07-14T00:00:00Z | DAY
            day-2025-12-31-8d  | 2025-12-31T00:00:00Z | 2026-01-01T00:00:00Z | DAY
            month-2025-12      | 2025-12-01T00:00:00Z | 2026-01-01T00:00:00Z | MONTH
            month-2025-07-512d | 2025-07-01T00:00:00Z | 2025-08-01T00:00:00Z | MONTH
            year-2025          | 2025-01-01T00:00:00Z | 2026-01-01T00:00:00Z | YEAR
            year-0000-128d     | 0000-01-01T00:00:00Z | 0001-01-01T00:00:00Z | YEAR
            ever-07            | null                 | null                 | EVER
            """)
    void nameSaysWhenWindowsStart(
            String slice, @Nullable Instant from, @Nullable Instant before, WindowSlice.Period period) {
        assertThat(EntryTable.of(new WindowRepository.OpenedSlice(slice, 5)))
                .isEqualTo(new EntryTable("entry_5", period, from, before));
    }

    @Test
    void excludesSlicesOutsideOfRange() {
        EntryTable day = EntryTable.of(new WindowRepository.OpenedSlice("day-2025-07-13", 1));
        assertThat(day.mayOverlap(null, Instant.parse("2025-07-13T00:00:00Z"))).isFalse();
        assertThat(day.mayOverlap(null, Instant.parse("2025-07-13T00:00:01Z"))).isTrue();
        assertThat(day.mayOverlap(Instant.parse("2025-07-16T00:00:00Z"), null)).isFalse();
        assertThat(day.mayOverlap(Instant.parse("2025-07-15T23:59:59Z"), null)).isTrue();
        assertThat(day.mayHave(Set.of(WindowKind.WEEKLY, WindowKind.ALL_TIME))).isFalse();
        assertThat(day.mayHave(Set.of(WindowKind.WEEKLY, WindowKind.CUSTOM))).isTrue();
        assertThat(day.mayStartBy(Instant.parse("2025-07-12T23:59:59Z"))).isFalse();
        assertThat(day.mayStartBy(null)).as("the all-time window").isFalse();
        assertThat(day.startsBefore(Instant.parse("2025-07-14T00:00:00Z"))).isTrue();
        EntryTable ever = EntryTable.of(new WindowRepository.OpenedSlice("ever-07", 2));
        assertThat(ever.mayHave(Set.of())).isFalse();
        assertThat(ever.mayOverlap(Instant.EPOCH, Instant.EPOCH)).isTrue();
        assertThat(ever.startsBefore(Instant.MAX)).isFalse();
        assertThat(Stream.of(day, ever).sorted(EntryTable.NEWEST_FIRST)).containsExactly(ever, day);
    }
}
