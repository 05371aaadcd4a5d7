package laurel.score.submission;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.database.Batcher;
import laurel.database.Outage;
import laurel.database.partition.MissingPartitionException;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Gathers the submissions of many requests: those that arrive while others to their board are being committed are the next
 * batch. A request for several boards is a batch of its own.
 */
@Singleton
public class SubmissionBatcher {
    /** By then most of those that wait are stored. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Submitter submitter;
    private final Batcher<Board, List<ReceivedSubmission>, List<SubmissionResult>> lanes;
    private final int maxWaiting;

    /** Tells lanes apart. There need not be such a board. */
    private record Board(int app, String key) {}

    /**
     * @param maxBatch   most submissions of one transaction
     * @param maxWaiting most submissions that wait for the transaction before theirs
     */
    SubmissionBatcher(
            Submitter submitter,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch,
            @Value("${laurel.limits.queued-submissions:10000}") int maxWaiting) {
        this.submitter = submitter;
        this.maxWaiting = maxWaiting;
        this.lanes = new Batcher<>(
                maxBatch,
                maxWaiting,
                List::size,
                (board, requests) -> Batcher.apart(requests, all -> submitter.submit(board.app, all)),
                SubmissionBatcher::mayBeOfOne);
    }

    /**
     * What became of each, in order, once that is committed. Refuses the whole as OVERLOADED where too many wait
     * already.
     */
    List<SubmissionResult> submit(int app, List<ReceivedSubmission> request) {
        Set<String> boards = request.stream()
                .map(received -> received.sent().leaderboardKey())
                .collect(Collectors.toSet());
        if (boards.size() != 1) {
            return submitter.submit(app, request);
        }
        try {
            return lanes.ask(new Board(app, boards.iterator().next()), request);
        } catch (Batcher.FullException e) {
            throw new RefusedException(new Refusal(
                            ErrorCode.OVERLOADED,
                            "More than " + maxWaiting + " submissions wait to be stored; try again later.",
                            List.of())
                    .with(new Refusal.Detail.RetryAfter(RETRY_AFTER)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
        }
    }

    /** How many submissions wait for the transaction before theirs. */
    public int waiting() {
        return lanes.waiting();
    }

    /** Whether nothing was stored, and some of the batch may be without the others. */
    private static boolean mayBeOfOne(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof Submitter.UncertainCommitException
                    || link instanceof RequestException
                    || link instanceof MissingPartitionException) {
                return false;
            }
        }
        return !Outage.isOne(failure);
    }
}
