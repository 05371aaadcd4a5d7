package laurel.score.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.OpenTransaction;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.DirectScoreClient;
import laurel.score.LockedLeaderboard;
import laurel.score.StoredEntry;
import laurel.score.quarantine.Quarantine;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ledger keeps a number of months; requests that need earlier ones are rejected. */
class LedgerDropperTest {
    private static final String WINDOWS =
            "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\":" + " \"MONTHLY\", \"key\": \"monthly\"}]";
    private static final String PARTITIONS = """
            SELECT month / 12 || '-' || month % 12 + 1
            FROM (SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::bigint AS month FROM pg_inherits
                  WHERE inhparent = 'score_submission'::regclass AND NOT inhdetachpending) AS p
            WHERE month / 12 = :year
            ORDER BY month
            """;

    private static final TickingClock CLOCK = new TickingClock(Instant.EPOCH);

    /** Each test uses another year, because a month that was dropped is not created again. */
    private static int year = 2024;

    private static LaurelServer server;
    private static DirectScoreClient boards;
    private static LedgerDropper dropper;

    private Instant may;
    private Instant july;
    private Instant august;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.ledger.retention-months", 1));
        boards = new DirectScoreClient(server, CLOCK);
        dropper = server.bean(LedgerDropper.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void useNextYear() {
        year++;
        may = Instant.parse(year + "-05-31T23:00:00Z");
        july = Instant.parse(year + "-07-31T23:00:00Z");
        august = Instant.parse(year + "-08-01T00:00:00Z");
        CLOCK.set(may);
        // Drops the months of the test before.
        dropper.drop(may);
        server.bean(Ledger.class).openAhead(may);
    }

    @Test
    void dropsMonthsThatAreWhollyBeforeRetainedMonths() {
        assertThat(partitions()).containsExactly(year + "-5", year + "-6");
        dropper.drop(Instant.parse(year + "-06-30T23:59:59Z"));
        assertThat(partitions()).containsExactly(year + "-5", year + "-6");
        dropper.drop(july);
        assertThat(partitions()).containsExactly(year + "-6");
        dropper.drop(august);
        dropper.drop(august);
        assertThat(partitions()).isEmpty();
    }

    @Test
    void rejectsRemovalsAndPastRanksThatNeedDroppedMonth() {
        boards.create("board", "INCREMENT", "[[]]", WINDOWS, "[]");
        boards.submit("board", "ann", 5, Map.of());
        CLOCK.set(july);
        SubmissionResult ofJuly = boards.submit("board", "ann", 6, Map.of());
        SubmissionResult ofNewParticipant = boards.submit("board", "new", 7, Map.of());
        assertThat(boards.describe(boards.remove(boards.submit("board", "ann", 1, Map.of()))
                        .changes()))
                .hasSize(2);
        dropper.drop(july);
        assertThatThrownBy(() -> boards.remove(ofJuly))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo(ErrorCode.LEDGER_INCOMPLETE));
        assertThat(StoredEntry.of(server, "board", "ALL-TIME", "ann")).containsExactly("{} 11");
        long window = ((SubmissionResult.ScoreReceipt) ofNewParticipant)
                .outcome()
                .changes()
                .getFirst()
                .windowId();
        assertThatThrownBy(() -> server.bean(Scores.class).past(List.of(window), Set.of(july), () -> july))
                .isInstanceOfSatisfying(RequestException.class, broken -> assertThat(broken.code())
                        .isEqualTo(RequestErrorCode.LIMIT_EXCEEDED));
        // All submissions of the new participant are in months that are kept.
        assertThat(boards.remove(ofNewParticipant).changes()).hasSize(2);
    }

    @Test
    void rejectsRemovalIfMonthWasDroppedWhileItWaited() throws Exception {
        boards.create("waits", "MAX", "[[]]", WINDOWS, "[]");
        SubmissionResult ofMay = boards.submit("waits", "ann", 5, Map.of());
        try (LockedLeaderboard locked = new LockedLeaderboard(server, "waits")) {
            var removal = locked.sendAndAwaitLock(() -> boards.remove(ofMay));
            dropper.drop(july);
            locked.release();
            assertThatThrownBy(removal::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.refusal().code()).isEqualTo(ErrorCode.SUBMISSION_NOT_FOUND));
        }
    }

    /** Both windows of May have submissions that are dropped: their entries cannot be restored. */
    @Test
    void refusesToRemoveEntriesThatCannotBeRestored() {
        boards.create("gone", "INCREMENT", "[[]]", WINDOWS, "[]");
        boards.submit("gone", "ann", 5, Map.of());
        CLOCK.set(july);
        boards.submit("gone", "ann", 6, Map.of());
        dropper.drop(july);
        assertIncomplete(() -> boards.removeEntry("gone", "ann", List.of(year + "-05"), false));
        assertIncomplete(() -> boards.removeEntry("gone", "ann", List.of("ALL-TIME", year + "-07"), false));
        assertThat(StoredEntry.of(server, "gone", "ALL-TIME", "ann")).containsExactly("{} 11");
        assertThat(boards.describe(boards.removeEntry("gone", "ann", List.of("ALL-TIME", year + "-05"), true)
                        .changes()))
                .containsExactly("ALL-TIME UTC [] 11->null #1->#null", year + "-05 UTC [] 5->null #1->#null");
        assertIncomplete(() -> boards.restoreEntry("gone", "ann"));
        boards.submit("gone", "ann", 2, Map.of());
        assertThat(StoredEntry.of(server, "gone", "ALL-TIME", "ann")).containsExactly("{} 2");
        // All submissions of July are kept.
        boards.removeEntry("gone", "ann", List.of(year + "-07"), false);
        assertThat(StoredEntry.of(server, "gone", year + "-07", "ann")).isEmpty();
    }

    /** The month is kept, and later ones, until it is decided; then the submission can be approved. */
    @Test
    void keepsMonthWithQuarantinedSubmission() {
        boards.create("waiting", "INCREMENT", "[[]]", WINDOWS, "[]");
        server.client()
                .ask(
                        "mutation { updateLeaderboard(input: {leaderboardKey: \"waiting\", maxStep: 10}) { errors { code } } }");
        boards.submit("waiting", "ann", 5, Map.of());
        SubmissionResult quarantined = boards.submit("waiting", "ann", 100, Map.of());
        CLOCK.set(july);
        boards.submit("waiting", "ann", 1, Map.of());
        dropper.drop(july);
        dropper.drop(august);
        assertThat(partitions()).contains(year + "-5", year + "-6", year + "-7");
        server.bean(Quarantine.class)
                .approve(
                        server.appId(),
                        ((SubmissionResult.ScoreReceipt) quarantined)
                                .submission()
                                .id(),
                        "test",
                        List.of(),
                        july);
        assertThat(StoredEntry.of(server, "waiting", "ALL-TIME", "ann")).containsExactly("{} 106");
        dropper.drop(august);
        assertThat(partitions()).containsExactly(year + "-7");
    }

    private static void assertIncomplete(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(
                        refused.refusal().code())
                .isEqualTo(ErrorCode.LEDGER_INCOMPLETE));
    }

    @Test
    void completesInterruptedDrop() {
        try (OpenTransaction reader = server.database().transaction()) {
            reader.execute("SELECT count(*) FROM score_submission");
            // The statement waits for the transaction of the reader.
            assertThatThrownBy(() -> server.database().sql().useConnected(() -> {
                        server.database().sql().execute("SET lock_timeout = '50ms'");
                        try {
                            server.database()
                                    .sql()
                                    .execute("ALTER TABLE score_submission DETACH PARTITION score_submission_"
                                            + Ledger.month(may) + " CONCURRENTLY");
                        } finally {
                            server.database().sql().execute("RESET lock_timeout");
                        }
                    }))
                    .hasMessageContaining("lock timeout");
            // Submissions are accepted meanwhile.
            boards.create("meanwhile", "MAX", "[[]]", WINDOWS, "[]");
            CLOCK.set(july);
            assertThat(boards.submit("meanwhile", "ann", 5, Map.of()))
                    .isInstanceOf(SubmissionResult.ScoreReceipt.class);
            reader.commit();
        }
        dropper.drop(july);
        assertThat(partitions()).contains(year + "-6", year + "-7").doesNotContain(year + "-5");
    }

    private List<String> partitions() {
        return server.database().sql().of(PARTITIONS).bind("year", year).list(String.class);
    }
}
