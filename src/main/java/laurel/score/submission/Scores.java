package laurel.score.submission;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import laurel.database.Batcher;
import laurel.database.ConnectionShare;
import laurel.database.QueueFullException;
import laurel.database.connection.Outage;
import laurel.database.partition.MissingPartitionException;
import laurel.database.sql.Sql;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.ListRequest;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import laurel.request.access.Identity.Player;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.LedgerRetention;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.ScoreSubmission.SubmissionFilter;
import org.jspecify.annotations.Nullable;

/**
 * Submits scores, removes submissions and reads them. Requests that arrive while a batch is being committed form the next batch.
 * Small requests share batches with those for other leaderboards.
 */
@Singleton
public class Scores {
    /** Maximum number of submissions of a request that shares a batch with requests for other leaderboards. */
    private static final int MAX_SHARED = 50;
    /** Most waiting submissions are stored within this time. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    /** Earlier rankings are derived on this part of the connections at most, because each derivation may take seconds. */
    private static final int POOL_PART = 4;

    private final Sql sql;
    private final Ledger ledger;
    private final SubmissionTransactions transactions;
    private final SubmissionWriter writer;
    private final SubmissionRemover remover;
    private final LedgerRetention retention;
    private final int maxBatch;
    private final int maxMoments;
    private final int sharedLanes;
    private final ConnectionShare derivations;
    private final Batcher<Lane, List<ReceivedSubmission>, List<SubmissionResult>> batcher;

    /** Requests of a lane are applied in batches, one after the other. */
    private sealed interface Lane {
        int app();
    }

    /** Lane of a leaderboard, which may not exist. */
    private record OwnLane(int app, String leaderboardKey) implements Lane {}

    /** Lane of small requests for leaderboards that no other transaction has locked. */
    private record SharedLane(int app, int number) implements Lane {}

    Scores(
            Sql sql,
            Ledger ledger,
            SubmissionTransactions transactions,
            SubmissionWriter writer,
            SubmissionRemover remover,
            LedgerRetention retention,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch,
            @Value("${laurel.limits.queued-submissions:10000}") int maxWaiting,
            @Value("${laurel.limits.past-times:4}") int maxMoments,
            @Value("${laurel.submission-lanes:1}") int sharedLanes,
            @Value("${laurel.database.pool-size:16}") int poolSize) {
        this.sql = sql;
        this.ledger = ledger;
        this.transactions = transactions;
        this.writer = writer;
        this.remover = remover;
        this.retention = retention;
        this.maxBatch = maxBatch;
        this.maxMoments = maxMoments;
        this.sharedLanes = sharedLanes;
        this.derivations = new ConnectionShare(poolSize, POOL_PART);
        this.batcher = new Batcher<>(
                maxBatch, maxWaiting, List::size, this::submitTogether, Scores::isRetriedSeparately, Batcher.GATHERING);
    }

    /**
     * Applies submissions in order, in one transaction, which they may share with other requests, and returns their
     * results in the same order after the commit. Refuses the request as BATCH_TOO_LARGE if it has more than {@code
     * laurel.limits.batch-size} submissions, and as OVERLOADED if more than {@code laurel.limits.queued-submissions} are
     * waiting for earlier batches, or more than half as many in the same lane.
     *
     * @param ranked the changes whose ranks the client requested
     */
    public List<SubmissionResult> submit(
            int app, List<ScoreSubmissionInput> submissions, Collection<ChangeFilter> ranked, Instant now) {
        Limits.batch(submissions, maxBatch, "submissions");
        List<ReceivedSubmission> request = submissions.stream()
                .map(sent -> ReceivedSubmission.ofClient(sent, ranked, now))
                .toList();
        return request.isEmpty() ? List.of() : submitWithOthers(app, request);
    }

    /**
     * Applies the submission of a player as {@link #submit} does. Refuses, in this order: NOT_OWN_PARTICIPANT,
     * FIELD_NOT_ALLOWED, OVERLOADED.
     */
    public SubmissionResult submitOwn(
            int app, Player player, ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant now) {
        PlayerSubmission.check(sent, player);
        return submitWithOthers(app, List.of(ReceivedSubmission.ofPlayer(sent, ranked, now)))
                .getFirst();
    }

    private List<SubmissionResult> submitWithOthers(int app, List<ReceivedSubmission> request) {
        Set<String> keys = SubmissionWriter.leaderboardKeys(request);
        SharedLane shared = new SharedLane(app, Math.floorMod(keys.hashCode(), sharedLanes));
        boolean small = request.size() <= MAX_SHARED;
        try {
            if (keys.size() > 1) {
                // Requests for several leaderboards have no lane of their own.
                List<SubmissionResult> results = small ? batcher.submit(shared, request) : List.of();
                return results.isEmpty() ? transactions.submit(app, request) : results;
            }
            OwnLane own = new OwnLane(app, keys.iterator().next());
            List<SubmissionResult> results = small ? batcher.submit(own, shared, request) : List.of();
            return results.isEmpty() ? batcher.submit(own, request) : results;
        } catch (QueueFullException e) {
            throw new RefusedException(new Refusal(
                            ErrorCode.OVERLOADED,
                            "More than " + e.limit() + " submissions wait to be stored; try again later.",
                            List.of())
                    .with(new Refusal.Detail.RetryAfter(RETRY_AFTER)));
        } catch (InterruptedException e) {
            throw stopping(e);
        }
    }

    static RequestException stopping(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
    }

    /** Returns the results of each request. A shared lane has none for a request that needs a lane of its own. */
    private List<List<SubmissionResult>> submitTogether(Lane lane, List<List<ReceivedSubmission>> requests) {
        return lane instanceof SharedLane
                ? transactions.trySubmit(lane.app(), requests)
                : Batcher.splitResults(requests, all -> transactions.submit(lane.app(), all));
    }

    /** Whether nothing of a batch was stored, and the failure may be caused by one of its requests. */
    private static boolean isRetriedSeparately(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SubmissionTransactions.UncertainCommitException
                    || link instanceof RequestException
                    || link instanceof MissingPartitionException) {
                return false;
            }
        }
        return !Outage.isOne(failure);
    }

    /** The number of submissions that are waiting for an earlier batch. */
    public int waiting() {
        return batcher.waiting();
    }

    /** Creates the ledger's partition for {@link #submitWithin}, before the caller's transaction. */
    public void prepare(Instant now) {
        ledger.open(List.of(now));
    }

    /**
     * Applies any number of submissions in order, within the caller's transaction, and returns their results without
     * ranks. Locks the leaderboards. Throws MissingPartitionException if windows are missing.
     */
    public List<SubmissionResult> submitWithin(int app, List<ReceivedSubmission> submissions) {
        return submissions.isEmpty() ? List.of() : writer.apply(app, submissions);
    }

    /**
     * Removes a submission. Removing it again changes nothing. Refuses INVALID_TEXT if the reason does not have 1 to 200
     * characters, SUBMISSION_NOT_FOUND, LEDGER_INCOMPLETE if the ledger does not keep all remaining submissions, and
     * SCORE_OUT_OF_RANGE if their sum exceeds 64 bits.
     *
     * @param ranked the changes whose ranks the client requested
     */
    public RemovedSubmission remove(int app, Removal removal, Collection<ChangeFilter> ranked, Instant now) {
        if (removal.reason() != null) {
            Text.line(removal.reason(), Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        // The leaderboard of a submission never changes; its windows may, until the leaderboard is locked.
        int board = ledger.byId(app, removal.id())
                .orElseThrow(Ledger::unknown)
                .submission()
                .leaderboardId();
        RemovedSubmission removed = sql.inTransaction(() -> {
            RemovedSubmission result = remover.remove(app, board, removal, ranked, now);
            if (removal.dryRun()) {
                sql.rollback();
            }
            return result;
        });
        if (removed == null) {
            throw Ledger.unknown();
        }
        return removed;
    }

    /** Returns submissions by id. Unknown ids and ids of other apps are absent. */
    public Map<Long, ScoreSubmission> byIds(int app, Collection<Long> ids) {
        return ledger.byIds(app, ids);
    }

    /** Returns the submissions of each list, from the newest to the oldest. Empty lists are absent. */
    public Map<ListRequest<SubmissionFilter, Long>, List<ScoreSubmission>> submissions(
            int app, Set<ListRequest<SubmissionFilter, Long>> lists) {
        return ledger.counted(app, List.copyOf(lists));
    }

    /**
     * Reads rankings of earlier times, derived from the ledger. Waits while such reads use a quarter of the connections. Throws
     * LIMIT_EXCEEDED for more than {@code laurel.limits.past-times} times, because each reads all submissions of a window, and if
     * the ledger does not keep all submissions of the windows.
     *
     * @param windows the windows whose submissions are read
     * @param times   all times in the request
     */
    public <T> T past(Collection<Long> windows, Set<Instant> times, Supplier<T> read) {
        if (times.size() > maxMoments) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "`asOf(time)` and `movement(sinceTime)` must have at most " + maxMoments
                            + " different times in a request.");
        }
        return derived(() -> {
            T found = read.get();
            // Checked after reading, because submissions that are dropped now were still read.
            retention.checkComplete(windows);
            return found;
        });
    }

    private <T> T derived(Supplier<T> read) {
        try {
            return derivations.use(() -> sql.connected(read));
        } catch (InterruptedException e) {
            throw stopping(e);
        }
    }

    /**
     * A request to remove a submission.
     *
     * @param id     may be an id that no submission has
     * @param dryRun whether to return the changes without storing them
     */
    public record Removal(long id, @Nullable String reason, boolean dryRun) {}

    /**
     * A removed submission.
     *
     * @param changes of entries in every grouping of every window in which it counted; empty if it had been removed before
     * @param dryRun  whether nothing was stored
     */
    public record RemovedSubmission(ScoreSubmission submission, List<EntryChange> changes, boolean dryRun) {}
}
