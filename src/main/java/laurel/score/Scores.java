package laurel.score;

import static java.util.Collections.nCopies;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.graphql.ErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import laurel.score.SubmissionResult.Refused;
import laurel.window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jdbi.v3.core.Jdbi;

/** Takes submissions. */
@Singleton
public class Scores {
    /** How often a definition may change between the check and the lock before a submission gives up. */
    private static final int ATTEMPTS = 5;

    private final Jdbi jdbi;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Ledger ledger;
    private final SubmissionWriter writer;
    private final int maxBatch;

    Scores(
            Jdbi jdbi,
            Leaderboards leaderboards,
            Windows windows,
            Ledger ledger,
            SubmissionWriter writer,
            @Value("${laurel.limits.batch:1000}") int maxBatch) {
        this.jdbi = jdbi;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.ledger = ledger;
        this.writer = writer;
        this.maxBatch = maxBatch;
    }

    /**
     * Applies submissions in order, in one transaction, and says what became of each, in the same order. Refuses the
     * whole as BATCH_TOO_LARGE beyond {@code laurel.limits.batch} (default 1,000).
     *
     * @param ranked the changes that shall tell ranks
     */
    public List<SubmissionResult> submit(
            int app, List<ScoreSubmissionInput> submissions, Collection<ChangeFilter> ranked, Instant now) {
        if (submissions.size() > maxBatch) {
            throw new RefusedException(
                    RefusalCode.BATCH_TOO_LARGE, "A batch takes at most " + maxBatch + " submissions.");
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(app, submissions, ranked, now);
            } catch (DefinitionChangedException e) {
                if (attempt == ATTEMPTS) {
                    throw new RequestException(ErrorCode.UNAVAILABLE, "The leaderboard keeps changing; try again", e);
                }
            }
        }
    }

    /** The submission of this id; empty where the app has none. */
    public Optional<ScoreSubmission> submission(int app, long id) {
        return Optional.ofNullable(jdbi.withHandle(handle -> ledger.byIds(handle, app, List.of(id)))
                .get(id));
    }

    private List<SubmissionResult> attempt(
            int app, List<ScoreSubmissionInput> submissions, Collection<ChangeFilter> ranked, Instant now) {
        Set<String> keys =
                submissions.stream().map(ScoreSubmissionInput::leaderboard).collect(Collectors.toSet());
        Map<String, Leaderboard> boards = leaderboards.byKeys(app, keys);
        List<SubmissionResult> results = new ArrayList<>(nCopies(submissions.size(), null));
        Map<Integer, CheckedSubmission> checked = new TreeMap<>();
        for (int item = 0; item < submissions.size(); item++) {
            ScoreSubmissionInput sent = submissions.get(item);
            try {
                checked.put(item, CheckedSubmission.check(sent, boards.get(sent.leaderboard()), now));
            } catch (RefusedException e) {
                results.set(item, new Refused(e.refusal()));
            }
        }
        if (!checked.isEmpty()) {
            var written = write(app, List.copyOf(checked.values()), ranked, now).iterator();
            checked.keySet().forEach(item -> results.set(item, written.next()));
        }
        return results;
    }

    private List<SubmissionResult> write(
            int app, List<CheckedSubmission> items, Collection<ChangeFilter> ranked, Instant now) {
        ledger.open(now);
        Map<WindowKey, OpenWindow> open = windows.open(Batch.windowKeys(items, now), now);
        Batch batch = new Batch(app, items, open, ranked, now);
        return jdbi.inTransaction(transaction -> writer.write(transaction, batch));
    }
}
