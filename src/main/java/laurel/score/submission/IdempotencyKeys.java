package laurel.score.submission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.ledger.Ledger.LedgerRow;
import org.jspecify.annotations.Nullable;

/** Which idempotency keys have been used, by the ledger and by earlier items of the batch. */
final class IdempotencyKeys {
    private record Key(int leaderboard, String idempotencyKey) {}

    private final Map<Key, String> digests = new HashMap<>();
    private final Map<Key, LedgerRow> rows = new HashMap<>();

    /** Remembers submissions that stand in the ledger. */
    void add(List<LedgerRow> ledger) {
        for (LedgerRow row : ledger) {
            String used = row.submission().idempotencyKey();
            if (used != null && row.digest() != null) {
                Key key = new Key(row.submission().leaderboardId(), used);
                digests.put(key, row.digest());
                rows.put(key, row);
            }
        }
    }

    /** Remembers an item of the batch that will stand. */
    void add(CheckedSubmission item) {
        Key key = key(item);
        if (key != null) {
            digests.put(key, item.digest());
        }
    }

    /**
     * Whether this repeats a submission that stands. Refuses the key of one with another body as IDEMPOTENCY_CONFLICT.
     */
    boolean repeats(CheckedSubmission item) {
        Key key = key(item);
        String digest = key == null ? null : digests.get(key);
        if (digest != null && !digest.equals(item.digest())) {
            throw new RefusedException(
                    ErrorCode.IDEMPOTENCY_CONFLICT,
                    "`idempotencyKey` has been used for a different submission.",
                    "idempotencyKey");
        }
        return digest != null;
    }

    /** The submission that this repeats, once it is in the ledger. */
    LedgerRow first(CheckedSubmission item) {
        LedgerRow row = rows.get(key(item));
        if (row == null) {
            throw new IllegalStateException("a repeated submission is not in the ledger");
        }
        return row;
    }

    private static @Nullable Key key(CheckedSubmission item) {
        String key = item.sent().idempotencyKey();
        return key == null ? null : new Key(item.board().id(), key);
    }
}
