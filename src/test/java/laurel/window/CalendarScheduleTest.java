package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The calendar against published vectors. They were computed by another program, minute by minute: a day is the stretch
 * in which the latest date that clocks have shown is the same, an hour one in which hour and offset are.
 */
class CalendarScheduleTest {
    private static final CalendarSchedule UTC = new CalendarSchedule(ZoneId.of("UTC"));

    @ParameterizedTest(name = "{0} {1} {2}: {6}")
    @CsvFileSource(resources = "/calendar-vectors.csv", numLinesToSkip = 1)
    void findsWindowAtInstant(
            ZoneId zone,
            Instant instant,
            WindowKind kind,
            String name,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            String why) {
        assertThat(new CalendarSchedule(zone).at(kind, instant))
                .as(why)
                .isEqualTo(new WindowBounds(kind, name, startsAt, endsAt));
    }

    @Test
    void returnsNoWindowBeforeOrAfterAllTime() {
        assertThat(UTC.before(WindowBounds.ALL_TIME)).isNull();
        assertThat(UTC.after(WindowBounds.ALL_TIME)).isNull();
    }

    @Test
    void finalizesAtTheEndOfGracePeriod() {
        WindowBounds day = UTC.at(WindowKind.DAILY, Instant.parse("2025-07-13T12:00:00Z"));
        assertThat(day.finalizesAt(Duration.ofMinutes(5))).isEqualTo("2025-07-14T00:05:00Z");
        assertThat(day.finalizesAt(Duration.ZERO)).isEqualTo("2025-07-14T00:00:00Z");
        assertThat(WindowBounds.ALL_TIME.finalizesAt(Duration.ofMinutes(5))).isNull();
    }

    @Test
    void excludesEndOfWindow() {
        WindowBounds day = UTC.at(WindowKind.DAILY, Instant.parse("2025-07-13T12:00:00Z"));
        assertThat(day.contains(Instant.parse("2025-07-13T00:00:00Z"))).isTrue();
        assertThat(day.contains(Instant.parse("2025-07-12T23:59:59.999999Z"))).isFalse();
        assertThat(day.contains(Instant.parse("2025-07-13T23:59:59.999999Z"))).isTrue();
        assertThat(day.contains(Instant.parse("2025-07-14T00:00:00Z"))).isFalse();
    }
}
