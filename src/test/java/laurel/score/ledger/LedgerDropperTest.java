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
import laurel.score.HeldBoard;
import laurel.score.Stood;
import laurel.score.Submitting;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of the ledger so many months are kept; who needs the others is told that they are gone. */
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

    /** Of the test that runs: a month that was dropped does not come again. */
    private static int year = 2024;

    private static LaurelServer server;
    private static Submitting boards;
    private static LedgerDropper dropper;

    private Instant may;
    private Instant july;
    private Instant august;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.ledger.retention-months", 1));
        boards = new Submitting(server, CLOCK);
        dropper = server.bean(LedgerDropper.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void beginAYear() {
        year++;
        may = Instant.parse(year + "-05-31T23:00:00Z");
        july = Instant.parse(year + "-07-31T23:00:00Z");
        august = Instant.parse(year + "-08-01T00:00:00Z");
        CLOCK.set(may);
        // What the test before has left.
        dropper.drop(may);
        server.bean(Ledger.class).openAhead(may);
    }

    @Test
    void monthsAreDroppedOnceTheyLieWhollyBeforeThoseThatAreKept() {
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
    void whatNeedsADroppedMonthIsRefused() {
        boards.create("board", "INCREMENT", "[[]]", WINDOWS, "[]");
        boards.submit("board", "ann", 5, Map.of());
        CLOCK.set(july);
        SubmissionResult ofJuly = boards.submit("board", "ann", 6, Map.of());
        SubmissionResult ofNew = boards.submit("board", "new", 7, Map.of());
        assertThat(boards.told(boards.remove(boards.submit("board", "ann", 1, Map.of()))
                        .changes()))
                .hasSize(2);
        dropper.drop(july);
        assertThatThrownBy(() -> boards.remove(ofJuly))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo(ErrorCode.LEDGER_INCOMPLETE));
        assertThat(Stood.of(server, "board", "ALL-TIME", "ann")).containsExactly("{} 11");
        long window = ((SubmissionResult.ScoreReceipt) ofNew)
                .outcome()
                .changes()
                .getFirst()
                .windowId();
        assertThatThrownBy(() -> server.bean(Scores.class).past(List.of(window), Set.of(july), () -> july))
                .isInstanceOfSatisfying(RequestException.class, broken -> assertThat(broken.code())
                        .isEqualTo(RequestErrorCode.LIMIT_EXCEEDED));
        // Of who has come since, everything is there.
        assertThat(boards.remove(ofNew).changes()).hasSize(2);
    }

    @Test
    void aRemovalThatWaitedUntilItsMonthWasDroppedFindsNothing() throws Exception {
        boards.create("waits", "MAX", "[[]]", WINDOWS, "[]");
        SubmissionResult ofMay = boards.submit("waits", "ann", 5, Map.of());
        try (HeldBoard held = new HeldBoard(server, "waits")) {
            var removal = held.waits(() -> boards.remove(ofMay));
            dropper.drop(july);
            held.letGo();
            assertThatThrownBy(removal::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.refusal().code()).isEqualTo(ErrorCode.SUBMISSION_NOT_FOUND));
        }
    }

    @Test
    void aDropThatWasInterruptedIsFinished() {
        try (OpenTransaction reader = server.database().transaction()) {
            reader.execute("SELECT count(*) FROM score_submission");
            // It waits for the reader, who does not go.
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
            // Submissions go on meanwhile.
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
