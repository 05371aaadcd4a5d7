package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.score.ledger.IdempotencyKey;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import org.jspecify.annotations.Nullable;

/** Receipts of the submissions of a batch. */
final class SubmissionReceipts {
    private SubmissionReceipts() {}

    /** Completes the results: those that are null are accepted submissions, or retries. */
    static List<SubmissionResult> complete(
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
