package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A submission with what the ledger keeps beside it.
 *
 * @param boardTime the board's time that it was judged by
 * @param windowIds the windows that took it
 * @param keepsGroup whether it named its group only for where nothing stood
 * @param digest    with an idempotency key, tells whether a retry is the same
 * @param answer    what it came to; kept with an idempotency key, for retries
 */
@Introspected
record LedgerRow(
        ScoreSubmission submission,
        Instant boardTime,
        List<Long> windowIds,
        boolean keepsGroup,
        @Nullable String digest,
        Answer answer) {

    ScoreReceipt receipt(boolean replayed) {
        return new ScoreReceipt(submission, replayed, answer);
    }

    /** The ids of the windows as PostgreSQL writes an array. */
    String windowArray() {
        return windowIds.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    @Nullable
    Answer keptAnswer() {
        return submission.idempotencyKey() == null ? null : answer;
    }
}
