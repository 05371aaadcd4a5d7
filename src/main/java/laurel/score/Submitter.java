package laurel.score;

import static java.util.Collections.nCopies;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import laurel.graphql.ErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.refusal.RefusedException;
import laurel.score.SubmissionResult.Refused;
import laurel.window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jdbi.v3.core.Jdbi;

/** Checks submissions and applies them in one transaction, once what that needs is there. */
@Singleton
class Submitter {
    /** How often a definition may change between the check and the lock before a batch gives up. */
    private static final int ATTEMPTS = 5;

    private final Jdbi jdbi;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Ledger ledger;
    private final SubmissionWriter writer;

    Submitter(Jdbi jdbi, Leaderboards leaderboards, Windows windows, Ledger ledger, SubmissionWriter writer) {
        this.jdbi = jdbi;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.ledger = ledger;
        this.writer = writer;
    }

    /**
     * Applies submissions in order, in one transaction, and says what became of each, in the same order. Throws {@link
     * UncertainCommitException} where that cannot be known; after any other exception nothing has been stored.
     */
    List<SubmissionResult> submit(int app, List<Received> submissions) {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(app, submissions);
            } catch (DefinitionChangedException e) {
                if (attempt == ATTEMPTS) {
                    throw new RequestException(ErrorCode.UNAVAILABLE, "The leaderboard keeps changing; try again", e);
                }
            }
        }
    }

    private List<SubmissionResult> attempt(int app, List<Received> submissions) {
        Set<String> keys = submissions.stream()
                .map(received -> received.sent().leaderboard())
                .collect(Collectors.toSet());
        Map<String, Leaderboard> boards = leaderboards.byKeys(app, keys);
        List<SubmissionResult> results = new ArrayList<>(nCopies(submissions.size(), null));
        Map<Integer, CheckedSubmission> checked = new TreeMap<>();
        for (int item = 0; item < submissions.size(); item++) {
            Received received = submissions.get(item);
            try {
                checked.put(
                        item,
                        CheckedSubmission.check(
                                received, boards.get(received.sent().leaderboard())));
            } catch (RefusedException e) {
                results.set(item, new Refused(e.refusal()));
            }
        }
        if (!checked.isEmpty()) {
            var written = write(app, List.copyOf(checked.values())).iterator();
            checked.keySet().forEach(item -> results.set(item, written.next()));
        }
        return results;
    }

    private List<SubmissionResult> write(int app, List<CheckedSubmission> items) {
        ledger.open(items);
        Map<WindowKey, OpenWindow> open = windows.open(Batch.windowKeys(items), Batch.receivedAt(items));
        Batch batch = new Batch(app, items, open);
        AtomicBoolean applied = new AtomicBoolean();
        try {
            return jdbi.inTransaction(transaction -> {
                List<SubmissionResult> results = writer.write(transaction, batch);
                applied.set(true);
                return results;
            });
        } catch (RuntimeException e) {
            throw applied.get() ? new UncertainCommitException(e) : e;
        }
    }
}
