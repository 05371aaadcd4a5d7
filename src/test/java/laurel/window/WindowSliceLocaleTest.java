package laurel.window;

import static laurel.window.WindowSliceTest.board;
import static laurel.window.WindowSliceTest.slice;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The default locale of a node must not change the names of slices. */
@Isolated("changes the default locale")
class WindowSliceLocaleTest {
    @Test
    void namesSlicesIndependentlyOfLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            Leaderboard board = board(7, ZoneId.of("UTC"), LeaderboardClock.SYSTEM);
            Instant yearStarts = Instant.parse("2024-01-01T00:00:00Z");
            assertThat(WindowSliceTest.CALENDAR.stream().map(kind -> slice(board, kind, yearStarts)))
                    .containsExactly(
                            "day-2024-01-01", "day-2024-01-01", "month-2024-01", "year-2024", "year-2024", "ever-07");
        } finally {
            Locale.setDefault(before);
        }
    }
}
