package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * CUSTOM windows against published vectors: the oldest that contains an instant, and how many do. They were computed by
 * another program, which looks minute by minute for the first moment at which clocks show a time or a later one.
 */
class CustomScheduleTest {
    @ParameterizedTest(name = "{0} {2} {3} {4}: {9}")
    @CsvFileSource(resources = "/custom-window-vectors.csv", numLinesToSkip = 1)
    void findsOldestWindowAtInstant(
            ZoneId zone,
            Instant anchor,
            String every,
            String length,
            Instant instant,
            int atOnce,
            @Nullable Long number,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            String why) {
        var definition = new WindowDefinition(
                WindowKind.CUSTOM,
                "a",
                null,
                anchor,
                IsoDuration.parse(every).orElseThrow(),
                IsoDuration.parse(length).orElseThrow());
        List<WindowBounds> containing = new WindowSchedule(definition, zone, List.of()).containing(instant);
        assertThat(containing).as(why).hasSize(atOnce);
        if (number != null) {
            assertThat(containing.getFirst())
                    .as(why)
                    .isEqualTo(new WindowBounds(WindowKind.CUSTOM, "a#" + number, startsAt, endsAt));
        }
    }
}
