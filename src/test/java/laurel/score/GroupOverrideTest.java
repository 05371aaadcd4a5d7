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
import laurel.request.ErrorCode;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.RefusedSubmission;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups with a time zone or sort order that differs from the leaderboard's, and windows that overlap or have gaps. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class GroupOverrideTest {
    private static final Instant NOW = Instant.parse("2025-07-13T16:00:00Z");
    private static final Map<String, String> JP = Map.of("region", "jp");
    private static final Map<String, String> EU = Map.of("region", "eu");
    private static final String GROUPINGS = "[[], [\"region\"]]";
    private static final String DAYS = "[{\"kind\": \"DAILY\", \"key\": \"daily\"}, {\"kind\": \"ALL_TIME\", \"key\":"
            + " \"all-time\"," + " \"key\": \"all-time\"}]";
    private static final String TOKYO = "[{\"group\": {\"region\": \"jp\"}, \"timeZone\": \"Asia/Tokyo\"}]";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private DirectScoreClient boards;

    @BeforeEach
    void start() {
        boards = new DirectScoreClient(server, clock);
    }

    @Test
    void ranksGroupInWindowsOfItsTimeZone() {
        boards.create("days", "MAX", GROUPINGS, DAYS, TOKYO);
        assertThat(boards.describe(boards.submit("days", "ken", 5, JP)))
                .containsExactly(
                        "2025-07-13 UTC [] null->5 #null->#1",
                        "2025-07-14 Asia/Tokyo [jp] null->5 #null->#1",
                        "ALL-TIME UTC [] null->5 #null->#1",
                        "ALL-TIME UTC [jp] null->5 #null->#1");
        assertThat(boards.describe(boards.submit("days", "eva", 6, EU)))
                .containsExactly(
                        "2025-07-13 UTC [] null->6 #null->#1",
                        "2025-07-13 UTC [eu] null->6 #null->#1",
                        "ALL-TIME UTC [] null->6 #null->#1",
                        "ALL-TIME UTC [eu] null->6 #null->#1");
    }

    /** A submission is late for the window of one time zone, and not for that of the other. */
    @Test
    void closesDaysPerTimeZone() {
        boards.create("ends", "MAX", GROUPINGS, DAYS, TOKYO);
        Instant before = Instant.parse("2025-07-13T14:59:00Z");
        ScoreReceipt late = (ScoreReceipt) boards.submit("ends", "ken", 5, JP, before);
        assertThat(late.outcome().closedWindows()).containsExactly("2025-07-13");
        assertThat(boards.describe(late))
                .containsExactly(
                        "2025-07-13 UTC [] null->5 #null->#1",
                        "ALL-TIME UTC [] null->5 #null->#1",
                        "ALL-TIME UTC [jp] null->5 #null->#1");
    }

    @Test
    void startsNewEntryOnMoveToGroupWithOtherTimeZone() {
        boards.create("moves", "INCREMENT", GROUPINGS, DAYS, TOKYO);
        boards.submit("moves", "ann", 5, EU);
        SubmissionResult moved = boards.submit("moves", "ann", 2, JP);
        assertThat(boards.describe(moved))
                .containsExactly(
                        "2025-07-13 UTC [] 5->7 #1->#1",
                        "2025-07-14 Asia/Tokyo [jp] null->2 #null->#1",
                        "ALL-TIME UTC [] 5->7 #1->#1",
                        "ALL-TIME UTC [jp] 5->7 #1->#1");
        assertThat(StoredEntry.of(server, "moves", "2025-07-13", "ann"))
                .containsExactly("{\"region\": \"eu\"} 5", "{} 7");
        assertThat(boards.describe(boards.remove(moved).changes()))
                .containsExactly(
                        "2025-07-13 UTC [] 7->5 #1->#1",
                        // The entry in the former group never changed.
                        "2025-07-13 UTC [eu] 5->5 #1->#1",
                        "2025-07-14 Asia/Tokyo [jp] 2->null #1->#null",
                        "ALL-TIME UTC [] 7->5 #1->#1",
                        "ALL-TIME UTC [eu] 7->5 #1->#1");
    }

    @Test
    void ranksGroupInItsOwnSortOrder() {
        String lowFirst = "[{\"group\": {\"region\": \"jp\"}, \"sortOrder\": \"ASCENDING\"}]";
        boards.create("orders", "MAX", GROUPINGS, "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]", lowFirst);
        boards.submit("orders", "ken", Long.MIN_VALUE, JP);
        boards.submit("orders", "aya", Long.MAX_VALUE, JP);
        assertThat(boards.describe(boards.submit("orders", "jun", 0, JP)))
                .containsExactly("ALL-TIME UTC [] null->0 #null->#2", "ALL-TIME UTC [jp] null->0 #null->#2");
        assertThat(boards.describe(boards.submit("orders", "ken", 7, JP)))
                .containsExactly(
                        "ALL-TIME UTC [] " + Long.MIN_VALUE + "->7 #3->#2",
                        "ALL-TIME UTC [jp] " + Long.MIN_VALUE + "->7 #1->#2");
        assertThat(StoredEntry.of(server, "orders", "ALL-TIME", "aya"))
                .containsExactly("{\"region\": \"jp\"} " + Long.MAX_VALUE, "{} " + Long.MAX_VALUE);
    }

    @Test
    void countsSubmissionInAllOverlappingWindows() {
        String rolling = "[{\"kind\": \"CUSTOM\", \"key\": \"rolling\", \"anchorTime\": \"1970-01-01T00:00:00Z\","
                + " \"interval\": \"PT6H\", \"length\": \"PT24H\"}]";
        boards.create("overlaps", "MAX", "[[]]", rolling, "[]");
        long last = NOW.getEpochSecond() / 3600 / 6;
        assertThat(boards.describe(boards.submit("overlaps", "ann", 1, Map.of())))
                .isEqualTo(List.of(last - 3, last - 2, last - 1, last).stream()
                        .map(number -> "rolling#" + number + " UTC [] null->1 #null->#1")
                        .toList());
    }

    @Test
    void rejectsSubmissionBetweenWindows() {
        String mornings = "[{\"kind\": \"CUSTOM\", \"key\": \"morning\", \"anchorTime\": \"1970-01-01T06:00:00Z\","
                + " \"interval\": \"P1D\", \"length\": \"P1D\"}, {\"kind\": \"CUSTOM\", \"key\": \"noon\","
                + " \"anchorTime\": \"1970-01-01T12:00:00Z\", \"interval\": \"PT24H\", \"length\": \"PT1H\"}]";
        boards.create("gaps", "MAX", "[[]]", mornings, "[]");
        ScoreReceipt evening = (ScoreReceipt) boards.submit("gaps", "ann", 1, Map.of());
        assertThat(boards.describe(evening)).hasSize(1);
        boards.create("only-noon", "MAX", "[[]]", "[" + mornings.substring(mornings.indexOf("}, {") + 3), "[]");
        var refused = (RefusedSubmission) boards.submit("only-noon", "ann", 1, Map.of());
        assertThat(refused.refusal().code()).isEqualTo(ErrorCode.WINDOWS_CLOSED);
        assertThat(refused.refusal().message()).isEqualTo("No window of the leaderboard contains `achievedAt`.");
        clock.set(NOW.minus(Duration.ofMinutes(210)));
        assertThat(boards.submit("only-noon", "ann", 1, Map.of())).isInstanceOf(ScoreReceipt.class);
    }
}
