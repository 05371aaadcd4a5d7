package laurel.score.submission;

import static java.util.Collections.nCopies;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import laurel.database.ConnectionShare;
import laurel.database.connection.Outage;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Sql;
import laurel.score.ledger.Ledger;

/**
 * Applies the submissions of requests, each batch in one transaction unless the writer splits it. Missing windows and
 * partitions are created before, in transactions of their own.
 */
@Singleton
class SubmissionTransactions {
    /** Transactions that wait for locks use this part of the connections at most, so the others stay free for other requests. */
    private static final int POOL_PART = 2;

    private final ConnectionShare lockWaits;
    private final Sql sql;
    private final Ledger ledger;
    private final SubmissionWriter writer;

    SubmissionTransactions(
            @Value("${laurel.database.pool-size:16}") int poolSize, Sql sql, Ledger ledger, SubmissionWriter writer) {
        this.lockWaits = new ConnectionShare(poolSize, POOL_PART);
        this.sql = sql;
        this.ledger = ledger;
        this.writer = writer;
    }

    /** All submissions, or the first of them, may have been stored. They must not be retried unasked. */
    static final class UncertainCommitException extends RuntimeException {
        UncertainCommitException(Throwable cause) {
            super("some submissions may have been stored", cause, false, false);
        }
    }

    /**
     * Applies submissions in order, and returns their results in the same order. Throws {@link UncertainCommitException} if
     * some of them may have been stored; after any other exception nothing is stored. Waits without a connection while too many
     * of these transactions run. The caller has no transaction: it could hold the lock that they wait for.
     */
    List<SubmissionResult> submit(int app, List<ReceivedSubmission> submissions) {
        List<SubmissionResult> results = new ArrayList<>();
        while (results.size() < submissions.size()) {
            try {
                results.addAll(submitFirst(app, submissions.subList(results.size(), submissions.size())));
            } catch (RuntimeException | Error e) {
                if (results.isEmpty()) {
                    throw e;
                }
                throw new UncertainCommitException(e);
            }
        }
        return results;
    }

    private List<SubmissionResult> submitFirst(int app, List<ReceivedSubmission> submissions) {
        try {
            return lockWaits.use(() -> commit(
                    submissions.stream(),
                    work -> PartitionRetry.inTransaction(sql, work),
                    () -> writer.applyFirst(app, submissions)));
        } catch (InterruptedException e) {
            throw Scores.stopping(e);
        }
    }

    /** About the number of requests that wait because too many transactions run. */
    int queued() {
        return lockWaits.waiting();
    }

    /**
     * Does the same with the requests that {@link SubmissionWriter#tryApply} applies. Applies none if windows are missing, if the
     * transaction waits for a lock, or if it fails because of one of the requests: so none delays the others for long.
     */
    List<List<SubmissionResult>> trySubmit(int app, List<List<ReceivedSubmission>> requests) {
        try {
            return commit(
                    requests.stream().flatMap(List::stream), sql::inTransaction, () -> writer.tryApply(app, requests));
        } catch (RuntimeException e) {
            if (e instanceof UncertainCommitException || Outage.isUnusable(e)) {
                throw e;
            }
            return nCopies(requests.size(), List.of());
        }
    }

    /** @param transaction runs work in a transaction, and commits it */
    private <T> T commit(
            Stream<ReceivedSubmission> submissions, Function<Supplier<T>, T> transaction, Supplier<T> apply) {
        ledger.open(submissions.map(ReceivedSubmission::receivedAt).toList());
        AtomicBoolean applied = new AtomicBoolean();
        try {
            return transaction.apply(() -> {
                T results = apply.get();
                // After the actions that the work has registered: while one of these fails, nothing is stored.
                sql.beforeCommit(() -> applied.set(true));
                return results;
            });
        } catch (RuntimeException e) {
            throw applied.get() ? new UncertainCommitException(e) : e;
        }
    }
}
