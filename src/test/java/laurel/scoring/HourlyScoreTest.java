package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.scoring.LateActivityClient.ReadWindow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leaderboard with hours has, in each, the part of a day's score that the hour added. */
@LaurelTest(at = "2026-03-10T12:00:00Z")
class HourlyScoreTest {
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    private static final String WINDOWS = "{kind: HOURLY}, {kind: DAILY}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private HourlyScoreClient board;

    @BeforeEach
    void start() {
        board = new HourlyScoreClient(server, clock);
    }

    @Test
    void lateEventTakesCappedPointsFromLaterHours() {
        board.create(WINDOWS);
        board.cap("IGNORE");
        board.late().record("ann", DAY, 9, 1);
        board.late().record("ann", DAY, 11, 4);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 1"), "2026-03-10T11", List.of("1 ann 2")));

        board.late().record("ann", DAY, 8, 1);
        board.late().record("ann", DAY, 10, 2);

        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of(
                        "2026-03-10T08", List.of("1 ann 1"),
                        "2026-03-10T09", List.of("1 ann 1"),
                        "2026-03-10T10", List.of("1 ann 1"),
                        "2026-03-10T11", List.of("1 ann 0")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3")));
    }

    @Test
    void newVersionScoresHoursAgain() {
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 2);
        board.late().record("ann", DAY, 11, 2);
        board.cap("IGNORE");
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 2"), "2026-03-10T11", List.of("1 ann 1")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3")));
    }

    @Test
    void correctsFinalHours() {
        clock.set(Instant.parse("2026-03-10T10:30:00Z"));
        board.late().create("board", "CORRECT", WINDOWS);
        board.cap("CORRECT");
        board.late().record("ben", DAY, 10, 1);
        clock.set(Instant.parse("2026-03-10T11:30:00Z"));
        board.late().record("ann", DAY, 11, 3);
        board.late().advanceTo(Instant.parse("2026-03-10T12:30:00Z"));
        assertThat(board.late().windows("board", "hourly").get("2026-03-10T11"))
                .isEqualTo(new ReadWindow("FINAL", 1, List.of("1 ann 3")));

        board.late().record("ann", DAY, 10, 3);
        board.late().finalizeWindows();

        Map<String, ReadWindow> hours = board.late().windows("board", "hourly");
        assertThat(hours.get("2026-03-10T11")).isEqualTo(new ReadWindow("FINAL", 2, List.of("1 ann 0")));
        assertThat(hours.get("2026-03-10T10")).isEqualTo(new ReadWindow("FINAL", 2, List.of("1 ann 3", "2 ben 1")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3", "2 ben 1")));
    }

    @Test
    void leavesFinalHoursIfPolicyIgnoresLateActivity() {
        board.late().create("board", "IGNORE", WINDOWS);
        board.late().record("ann", DAY, 11, 3);
        board.late().advanceTo(Instant.parse("2026-03-10T12:30:00Z"));
        board.late().record("ann", DAY, 11, 1);
        board.late().record("ann", DAY, 12, 2);
        board.late().finalizeWindows();
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T11", List.of("1 ann 3"), "2026-03-10T12", List.of("1 ann 2")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 6")));
    }
}
