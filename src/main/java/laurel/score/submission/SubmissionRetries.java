package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.ledger.IdempotencyKey;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import org.jspecify.annotations.Nullable;

/** Finds submissions of a batch that repeat an earlier one with the same idempotency key, and its receipt. */
final class SubmissionRetries {
    /** Errors that come before IDEMPOTENCY_CONFLICT. */
    private static final Set<ErrorCode> BEFORE_CONFLICT =
            Set.of(ErrorCode.PARTICIPANT_BANNED, ErrorCode.MISSING_GROUP_VALUE);

    /** Digests of submissions in the ledger and of earlier ones of the batch. */
    private final Map<IdempotencyKey, String> digests = new HashMap<>();

    /** @param stored submissions of the ledger that have idempotency keys of the batch */
    SubmissionRetries(Collection<LedgerRow> stored) {
        for (LedgerRow row : stored) {
            IdempotencyKey key = row.idempotencyKey();
            if (key != null && row.digest() != null) {
                digests.put(key, row.digest());
            }
        }
    }

    /** Whether an accepted submission is repeated. Refuses IDEMPOTENCY_CONFLICT if another one has the key. */
    boolean isRetry(CheckedSubmission item) {
        IdempotencyKey key = item.idempotencyKey();
        String digest = key == null ? null : digests.get(key);
        if (digest != null && !SubmissionDigest.matches(digest, item)) {
            if (item.unlessRetried() != null
                    && BEFORE_CONFLICT.contains(item.unlessRetried().code())) {
                throw new RefusedException(item.unlessRetried());
            }
            throw new RefusedException(
                    ErrorCode.IDEMPOTENCY_CONFLICT,
                    "`idempotencyKey` has been used for a different submission.",
                    "idempotencyKey");
        }
        return digest != null;
    }

    /** Remembers an accepted submission. Returns its digest; null if it has no idempotency key. */
    @Nullable
    String add(CheckedSubmission item) {
        IdempotencyKey key = item.idempotencyKey();
        if (key == null) {
            return null;
        }
        String digest = item.digest();
        digests.put(key, digest);
        return digest;
    }

    /** Completes the results of a batch: those that are null are accepted submissions, or retries, which get the first receipt. */
    static List<SubmissionResult> receipts(
            List<CheckedSubmission> items,
            List<Long> ids,
            List<@Nullable SubmissionResult> results,
            List<LedgerRow> stored,
            List<LedgerRow> written) {
        Map<Long, LedgerRow> byId = new HashMap<>();
        Map<IdempotencyKey, LedgerRow> byKey = new HashMap<>();
        written.forEach(row -> byId.put(row.submission().id(), row));
        List.of(stored, written).forEach(rows -> rows.stream()
                .filter(row -> row.idempotencyKey() != null)
                .forEach(row -> byKey.put(row.idempotencyKey(), row)));
        List<SubmissionResult> receipts = new ArrayList<>();
        for (int n = 0; n < items.size(); n++) {
            CheckedSubmission item = items.get(n);
            LedgerRow own = byId.get(ids.get(n));
            LedgerRow row = own == null ? byKey.get(item.idempotencyKey()) : own;
            SubmissionResult refused = results.get(n);
            receipts.add(refused == null ? receipt(item, requireNonNull(row), own == null) : refused);
        }
        return receipts;
    }

    private static ScoreReceipt receipt(CheckedSubmission item, LedgerRow row, boolean duplicate) {
        return new ScoreReceipt(row.submission(), duplicate, item.withheld(), row.outcome());
    }
}
