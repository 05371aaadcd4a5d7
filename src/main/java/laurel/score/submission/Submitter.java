package laurel.score.submission;

import static java.util.Collections.nCopies;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import laurel.database.partition.Attempts;
import laurel.database.partition.MissingPartitionException;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.RefusedException;
import laurel.score.ledger.Ledger;
import laurel.score.submission.SubmissionResult.Refused;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;

/**
 * Checks submissions and applies them in one transaction, under the locks of their boards: each is judged by the definition
 * that its board has then. The windows and the ledger's partition that they need are made before, outside.
 */
@Singleton
class Submitter {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Ledger ledger;
    private final SubmissionWriter writer;

    Submitter(Sql sql, Leaderboards leaderboards, Windows windows, Ledger ledger, SubmissionWriter writer) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.ledger = ledger;
        this.writer = writer;
    }

    /**
     * Applies submissions in order, in one transaction, and says what became of each, in the same order. Throws {@link
     * UncertainCommitException} where that cannot be known; after any other exception nothing has been stored.
     */
    List<SubmissionResult> submit(int app, List<ReceivedSubmission> submissions) {
        ledger.open(submissions);
        AtomicBoolean applied = new AtomicBoolean();
        try {
            return Attempts.inTransaction(sql, () -> {
                List<SubmissionResult> results = apply(app, submissions);
                applied.set(true);
                return results;
            });
        } catch (RuntimeException e) {
            throw applied.get() ? new UncertainCommitException(e) : e;
        }
    }

    /** The same within a transaction of the caller's; throws UnpreparedException where windows are missing. */
    List<SubmissionResult> apply(int app, List<ReceivedSubmission> submissions) {
        Set<String> keys = submissions.stream()
                .map(received -> received.sent().leaderboardKey())
                .collect(Collectors.toSet());
        Map<String, Leaderboard> boards = leaderboards.lockByKeys(app, keys);
        List<SubmissionResult> results = new ArrayList<>(nCopies(submissions.size(), null));
        Map<Integer, CheckedSubmission> checked = new TreeMap<>();
        for (int item = 0; item < submissions.size(); item++) {
            ReceivedSubmission received = submissions.get(item);
            try {
                Leaderboard board = boards.get(received.sent().leaderboardKey());
                checked.put(item, CheckedSubmission.check(received, board));
            } catch (RefusedException e) {
                results.set(item, new Refused(e.refusal()));
            }
        }
        if (!checked.isEmpty()) {
            Batch batch = batch(app, List.copyOf(checked.values()));
            var written = writer.write(batch).iterator();
            checked.keySet().forEach(item -> results.set(item, written.next()));
        }
        return results;
    }

    private Batch batch(int app, List<CheckedSubmission> items) {
        Set<WindowKey> keys = Batch.windowKeys(items);
        Map<WindowKey, OpenWindow> open = windows.alreadyOpen(keys);
        if (open.size() < keys.size()) {
            Set<WindowKey> missing = Batch.needed(items);
            missing.removeAll(open.keySet());
            if (!missing.isEmpty()) {
                Instant now = Batch.receivedAt(items);
                throw new MissingPartitionException("not all windows are open", () -> windows.open(missing, now));
            }
        }
        return new Batch(app, items, open);
    }

    /** A commit failed, perhaps after the database had carried it out: what it holds must not be done again unasked. */
    static final class UncertainCommitException extends RuntimeException {
        UncertainCommitException(RuntimeException cause) {
            super("the commit failed", cause, false, false);
        }
    }
}
