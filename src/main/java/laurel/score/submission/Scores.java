package laurel.score.submission;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import laurel.database.sql.Sql;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.LedgerRetention;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.ScoreSubmission.SubmissionFilter;
import org.jspecify.annotations.Nullable;

/** Takes submissions, takes them out again, and tells of them. */
@Singleton
public class Scores {
    private final Sql sql;
    private final Ledger ledger;
    private final SubmissionBatcher lanes;
    private final SubmissionRemover remover;
    private final LedgerRetention retention;
    private final int maxBatch;
    private final int maxMoments;

    Scores(
            Sql sql,
            Ledger ledger,
            SubmissionBatcher lanes,
            SubmissionRemover remover,
            LedgerRetention retention,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch,
            @Value("${laurel.limits.past-times:4}") int maxMoments) {
        this.sql = sql;
        this.ledger = ledger;
        this.lanes = lanes;
        this.remover = remover;
        this.retention = retention;
        this.maxBatch = maxBatch;
        this.maxMoments = maxMoments;
    }

    /**
     * Applies submissions in order, in one transaction, which they may share with others, and says what became of each,
     * in the same order. Refuses the whole as BATCH_TOO_LARGE beyond {@code laurel.limits.batch-size} (default 1,000), and as
     * OVERLOADED where more than {@code laurel.limits.queued-submissions} (default 10,000) would wait for others.
     *
     * @param ranked the changes that shall tell ranks
     */
    public List<SubmissionResult> submit(
            int app, List<ScoreSubmissionInput> submissions, Collection<ChangeFilter> ranked, Instant now) {
        Limits.batch(submissions, maxBatch, "submissions");
        return lanes.submit(
                app,
                submissions.stream()
                        .map(sent -> new ReceivedSubmission(sent, ranked, now))
                        .toList());
    }

    /**
     * Takes a submission out again. Refuses INVALID_TEXT where the reason is not 1 to 200 characters, SUBMISSION_NOT_FOUND,
     * LEDGER_INCOMPLETE where what is left is not all kept any more, and SCORE_OUT_OF_RANGE where it sums up to more than
     * 64 bits. Done once; then again it changes nothing.
     *
     * @param ranked the changes that shall tell ranks
     */
    public RemovedSubmission remove(int app, Removal removal, Collection<ChangeFilter> ranked, Instant now) {
        if (removal.reason() != null) {
            Text.line(removal.reason(), Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        // Its board does not change; where it counts may until the board is locked.
        int board = ledger.byId(app, removal.id())
                .orElseThrow(Scores::unknownSubmission)
                .submission()
                .leaderboardId();
        RemovedSubmission removed = sql.inTransaction(() -> {
            RemovedSubmission done = remover.remove(app, board, removal, ranked, now);
            if (removal.dryRun()) {
                sql.rollback();
            }
            return done;
        });
        if (removed == null) {
            throw unknownSubmission();
        }
        return removed;
    }

    private static RefusedException unknownSubmission() {
        return new RefusedException(ErrorCode.SUBMISSION_NOT_FOUND, "No submission has this ID.", "submissionId");
    }

    /** The submissions of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, ScoreSubmission> byIds(int app, Collection<Long> ids) {
        return ledger.byIds(app, ids);
    }

    /**
     * The submissions that counted for a participant in a window, the last received first, removed ones among them; where
     * there are none it is absent.
     */
    public Map<ListRequest<SubmissionFilter, Long>, List<ScoreSubmission>> submissions(
            int app, Set<ListRequest<SubmissionFilter, Long>> lists) {
        return ledger.counted(app, List.copyOf(lists));
    }

    /**
     * Reads what stood at earlier times, as the ledger has it. Throws LIMIT_EXCEEDED for more than {@code
     * laurel.limits.past-times} (default 4) times, each of which takes reading all submissions of a window; and if the
     * ledger does not keep all of them.
     *
     * @param windows whose submissions are read
     * @param times   of the whole request
     */
    public <T> T past(Collection<Long> windows, Set<Instant> times, Supplier<T> read) {
        if (times.size() > maxMoments) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "`asOf(time)` and `movement(sinceTime)` must have at most " + maxMoments
                            + " different times in a request.");
        }
        return sql.connected(() -> {
            T found = read.get();
            // Afterwards: what is dropped only now was still read.
            retention.checkComplete(windows);
            return found;
        });
    }

    /**
     * A submission that was taken out again, and what that changed.
     *
     * @param changes in every grouping of every window that it counted in; none where it had been removed before
     * @param dryRun  whether that is only what would be, and nothing was stored
     */
    public record RemovedSubmission(ScoreSubmission submission, List<EntryChange> changes, boolean dryRun) {}

    /**
     * Which submission is to be taken out again.
     *
     * @param id     no id of a submission is one that there is not
     * @param dryRun whether it shall only be told what that would change
     */
    public record Removal(long id, @Nullable String reason, boolean dryRun) {}
}
