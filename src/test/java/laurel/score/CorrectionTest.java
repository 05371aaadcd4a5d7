package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.request.ErrorCode;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.RefusedSubmission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A closed window accepts no submissions, whether or not a clock is wrong. A removal makes its final ranking invalid. */
@LaurelTest
class CorrectionTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final Instant LATER = Instant.parse("2025-07-13T15:30:00Z");
    private static final String GROUPINGS = "[[], [\"region\"]]";
    private static final String HOURS =
            "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}, {\"kind\": \"DAILY\", \"key\": \"daily\"}]";
    private static final Map<String, String> JP = Map.of("region", "jp");
    private static final Map<String, String> EU = Map.of("region", "eu");

    /** Marks the hour as final. */
    private static final String FINAL = """
            WITH w AS (
                UPDATE leaderboard_window SET requested_revision = 1, revision = 1, finalized_at = finalizes_at
                FROM leaderboard AS l
                WHERE l.id = leaderboard_id AND l.key = :board AND l.app_id = :app
                    AND leaderboard_window.name = '2025-07-13T14'
                RETURNING leaderboard_window.id, leaderboard_id, finalizes_at
            ), r AS (
                UPDATE ranking SET revision = 1 FROM w WHERE ranking.window_id = w.id
            )
            UPDATE leaderboard SET finalized_through = w.finalizes_at FROM w WHERE leaderboard.id = w.leaderboard_id
            """;

    private static final String REVISIONS = """
            SELECT w.name || ' ' || w.requested_revision || ' ' || r.group_values || ' ' || r.revision
            FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE l.key = :board AND l.app_id = :app AND w.name IN ('2025-07-13T14', '2025-07-13')
            ORDER BY 1
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Inject
    Sql sql;

    private DirectScoreClient boards;

    @BeforeEach
    void start() {
        boards = new DirectScoreClient(server, clock);
    }

    @Test
    void revisesOnlyFinalRankingsThatRemovalChanges() {
        boards.create("removal", "MAX", GROUPINGS, HOURS, "[]");
        SubmissionResult submitted = boards.submit("removal", "ken", 5, JP);
        boards.submit("removal", "eva", 6, EU);
        close("removal");
        clock.set(LATER);
        boards.remove(submitted);
        assertThat(revisions("removal"))
                .containsExactly(
                        "2025-07-13 0 {\"region\": \"eu\"} 0",
                        "2025-07-13 0 {\"region\": \"jp\"} 0",
                        "2025-07-13 0 {} 0",
                        "2025-07-13T14 2 {\"region\": \"eu\"} 1",
                        "2025-07-13T14 2 {\"region\": \"jp\"} 0",
                        "2025-07-13T14 2 {} 0");
    }

    @Test
    void keepsFinalRankingIfRemovalChangesNoEntry() {
        boards.create("beaten", "MAX", "[[]]", HOURS, "[]");
        SubmissionResult beaten = boards.submit("beaten", "ken", 5, Map.of());
        boards.submit("beaten", "ken", 6, Map.of());
        close("beaten");
        clock.set(LATER);
        boards.remove(beaten);
        assertThat(revisions("beaten")).containsExactly("2025-07-13 0 {} 0", "2025-07-13T14 1 {} 1");
    }

    @Test
    void reportsChangesOfDryRunAndStoresNothing() {
        boards.create("dry", "MAX", "[[]]", HOURS, "[]");
        SubmissionResult submitted = boards.submit("dry", "ken", 5, Map.of());
        boards.submit("dry", "eva", 4, Map.of());
        boards.submit("dry", "ken", 3, Map.of());
        close("dry");
        Contents before = Contents.of(sql);
        Scores.RemovedSubmission dry = boards.remove(submitted, true);
        assertThat(dry.dryRun()).isTrue();
        assertThat(dry.submission().removedAt()).isEqualTo(NOW);
        assertThat(Contents.of(sql)).isEqualTo(before);
        Scores.RemovedSubmission done = boards.remove(submitted, false);
        assertThat(done.dryRun()).isFalse();
        assertThat(done.changes()).isEqualTo(dry.changes());
        assertThat(boards.describe(done.changes()))
                .containsExactly("2025-07-13T14 UTC [] 5->3 #1->#2", "2025-07-13 UTC [] 5->3 #1->#2");
    }

    @Test
    void keepsExpiredWindowOnRemoval() {
        boards.create("expired", "MAX", "[[]]", HOURS, "[]");
        SubmissionResult submitted = boards.submit("expired", "ken", 5, Map.of());
        close("expired");
        ofApp("UPDATE leaderboard_window SET expired_at = finalizes_at"
                        + " WHERE name = '2025-07-13T14' AND app_id = :app")
                .execute();
        clock.set(LATER);
        assertThat(boards.describe(boards.remove(submitted).changes()))
                .containsExactly("2025-07-13 UTC [] 5->null #1->#null");
        assertThat(revisions("expired")).containsExactly("2025-07-13 0 {} 0", "2025-07-13T14 1 {} 1");
    }

    @Test
    void doesNotReopenWindowIfClockIsSetBack() {
        boards.create("back", "MAX", "[[]]", HOURS, "[]");
        boards.submit("back", "ken", 5, Map.of());
        close("back");
        assertThat(boards.describe(boards.submit("back", "ken", 9, Map.of(), NOW)))
                .containsExactly("2025-07-13 UTC [] 5->9 #1->#1");
        assertThat(StoredEntry.of(server, "back", "2025-07-13T14", "ken")).containsExactly("{} 5");
    }

    /** The time of the leaderboard is 15:05, half an hour ahead of the clock. */
    @Test
    void usesLeaderboardTimeByDefaultIfClockIsBehind() {
        boards.create("far", "MAX", "[[]]", HOURS, "[]");
        boards.submit("far", "ken", 5, Map.of());
        close("far");
        assertThat(boards.describe(boards.submit("far", "ken", 9, Map.of())))
                .containsExactly("2025-07-13T15 UTC [] null->9 #null->#1", "2025-07-13 UTC [] 5->9 #1->#1");
        var refused = (RefusedSubmission) boards.submit("far", "ken", 9, Map.of(), LATER.minus(Duration.ofMinutes(25)));
        assertThat(refused.refusal().code()).isEqualTo(ErrorCode.ACHIEVED_IN_FUTURE);
    }

    @Test
    void combinesCorrectionsUntilNextRevision() {
        boards.create("twice", "MAX", "[[]]", "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}]", "[]");
        SubmissionResult first = boards.submit("twice", "ken", 5, Map.of());
        SubmissionResult second = boards.submit("twice", "eva", 6, Map.of());
        close("twice");
        boards.remove(first);
        boards.remove(second);
        assertThat(revisions("twice")).containsExactly("2025-07-13T14 2 {} 0");
    }

    @Test
    void rejectsSubmissionToClosedWindowOnNodeWithClockBehind() {
        boards.create("behind", "MAX", "[[]]", "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}]", "[]");
        TickingClock behind = new TickingClock(NOW.minus(Duration.ofMinutes(3)));
        try (var node = server.secondNode(behind)) {
            DirectScoreClient secondNode = new DirectScoreClient(node, behind);
            // From now on, the node has cached that the window is open.
            secondNode.submit("behind", "ken", 5, Map.of());
            close("behind");
            var refused = (RefusedSubmission) secondNode.submit("behind", "ken", 9, Map.of(), behind.instant());
            assertThat(refused.refusal().code()).isEqualTo(ErrorCode.WINDOWS_CLOSED);
        }
    }

    /** The time of a leaderboard with the SUBMISSIONS clock is not before the end of its last final window. */
    @Test
    void rejectsSubmissionToClosedWindowWithSubmissionsClock() {
        boards.create("own", "MAX", "[[]]", "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}]", "[]");
        ofApp("UPDATE leaderboard SET clock = 'SUBMISSIONS' WHERE app_id = :app")
                .execute();
        boards.submit("own", "ken", 5, Map.of(), NOW);
        close("own");
        var refused = (RefusedSubmission) boards.submit("own", "ken", 9, Map.of(), NOW);
        assertThat(refused.refusal().code()).isEqualTo(ErrorCode.WINDOWS_CLOSED);
    }

    /** A longer grace period applies only to windows that are opened later. */
    @Test
    void keepsGracePeriodOfOpenWindowIfLeaderboardGetsLongerOne() {
        boards.create("grace", "MAX", "[[]]", "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}]", "[]");
        boards.submit("grace", "ken", 5, Map.of());
        ofApp("UPDATE leaderboard SET grace_period = '2 hours', version = version + 1 WHERE app_id = :app")
                .execute();
        clock.set(LATER);
        var refused = (RefusedSubmission) boards.submit("grace", "ken", 9, Map.of(), NOW);
        assertThat(refused.refusal().message())
                .isEqualTo("All windows that contain `achievedAt` are closed: 2025-07-13T14.");
    }

    /** At 15:01 the window still has its grace period of 5 minutes. */
    @Test
    void keepsGracePeriodOfOpenWindowIfLeaderboardGetsShorterOne() {
        boards.create("shorter", "MAX", "[[]]", "[{\"kind\": \"HOURLY\", \"key\": \"hourly\"}]", "[]");
        boards.submit("shorter", "ken", 5, Map.of());
        ofApp("UPDATE leaderboard SET grace_period = '0 minutes', version = version + 1 WHERE app_id = :app")
                .execute();
        clock.set(Instant.parse("2025-07-13T15:01:00Z"));
        assertThat(boards.describe(boards.submit("shorter", "ken", 9, Map.of(), NOW)))
                .containsExactly("2025-07-13T14 UTC [] 5->9 #1->#1");
        // A window that was never open is not opened.
        Instant before = NOW.minus(Duration.ofHours(1));
        var over = (RefusedSubmission) boards.submit("shorter", "ken", 9, Map.of(), before);
        assertThat(over.refusal().message())
                .isEqualTo("All windows that contain `achievedAt` are closed: 2025-07-13T13.");
        List<String> opened =
                ofApp("SELECT name FROM leaderboard_window WHERE app_id = :app").list(String.class);
        assertThat(opened).doesNotContain("2025-07-13T13");
        clock.set(Instant.parse("2025-07-13T15:05:00Z"));
        var refused = (RefusedSubmission) boards.submit("shorter", "ken", 9, Map.of(), NOW);
        assertThat(refused.refusal().code()).isEqualTo(ErrorCode.WINDOWS_CLOSED);
    }

    @Test
    void updatesReceivedAtOncePerHour() {
        boards.create("received", "MAX", "[[]]", HOURS, "[]");
        boards.submit("received", "ken", 5, Map.of());
        assertThat(receivedAt()).isEqualTo(NOW);
        clock.set(NOW.plus(Duration.ofMinutes(59)));
        boards.submit("received", "ken", 6, Map.of());
        assertThat(receivedAt()).isEqualTo(NOW);
        clock.set(NOW.plus(Duration.ofMinutes(60)));
        boards.submit("received", "ken", 7, Map.of());
        assertThat(receivedAt()).isEqualTo(NOW.plus(Duration.ofMinutes(60)));
    }

    private Instant receivedAt() {
        return ofApp("SELECT received_at FROM leaderboard WHERE app_id = :app").one(Instant.class);
    }

    private void close(String board) {
        ofApp(FINAL).bind("board", board).execute();
    }

    private List<String> revisions(String board) {
        return ofApp(REVISIONS).bind("board", board).list(String.class);
    }

    private Statement ofApp(String text) {
        return sql.of(text).bind("app", server.appId());
    }
}
