package laurel.scoring.day;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ParticipantInput;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.score.submission.ReceivedSubmission;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.scoring.policy.ScoringPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells boards how much more, or less, days are worth. */
@Singleton
class DaySubmissions {
    private static final Logger LOG = LoggerFactory.getLogger(DaySubmissions.class);

    private final Scores scores;
    private final MeterRegistry meters;

    DaySubmissions(Scores scores, MeterRegistry meters) {
        this.scores = scores;
        this.meters = meters;
    }

    /** Makes what submitting needs; to be called before the transaction. */
    void prepare(Instant now) {
        scores.prepare(now);
    }

    /**
     * Submits what boards are owed, and gives what is to be kept. Where all windows that hold the day are closed it is
     * too late, and
     * nothing is owed any more. What a board refuses for any other reason stays owed: it is submitted whenever the day is
     * scored again.
     */
    List<StoredScore> submit(int app, Scoring scoring, List<ScoreDifference> differences, Instant now) {
        List<ReceivedSubmission> submitted = differences.stream()
                .filter(ScoreDifference::submits)
                .map(difference -> submission(scoring, difference, now))
                .toList();
        Iterator<SubmissionResult> results = scores.submitWithin(app, submitted).iterator();
        Map<String, Refused> owed = new LinkedHashMap<>();
        List<StoredScore> kept = new ArrayList<>();
        for (ScoreDifference difference : differences) {
            boolean taken = difference.submits() && took(difference, results.next(), owed);
            kept.add(taken ? difference.taken(group(scoring, difference)) : difference.now());
        }
        owed.values().forEach(Refused::warn);
        return kept;
    }

    /** What a board does not take for one reason: the first of it, and how much there is. */
    private record Refused(ScoreDifference first, Refusal refusal, int times) {
        Refused and(Refused other) {
            return new Refused(first, refusal, times + other.times);
        }

        void warn() {
            LOG.warn(
                    "Leaderboard {} does not take {} differences, the first {} of {}: {}",
                    requireNonNull(first.board()).key(),
                    times,
                    first.owed(),
                    first.now().day(),
                    refusal.message());
        }
    }

    private static Group group(Scoring scoring, ScoreDifference difference) {
        return scoring.group(difference.now(), requireNonNull(difference.board()));
    }

    /** Of a day that another group has than the participant's, which leaves it where it stands. */
    private static ReceivedSubmission submission(Scoring scoring, ScoreDifference difference, Instant now) {
        Group group = group(scoring, difference);
        boolean moved = !group.equals(scoring.group(difference.now().day()));
        return ReceivedSubmission.derived(input(scoring, difference, group), moved, now);
    }

    private static ScoreSubmissionInput input(Scoring scoring, ScoreDifference difference, Group group) {
        PolicyDay day = difference.now().day();
        Leaderboard board = requireNonNull(difference.board());
        return new ScoreSubmissionInput(
                board.key(),
                new ParticipantInput(scoring.participant(day).external(), null, null, null, null),
                difference.owed().toPlainString(),
                0,
                Scoring.values(board, group),
                scoring.achievedAt(day, board, group),
                metadata(scoring.policy(day), day),
                null);
    }

    /** What the ledger says of it; keys need no escapes. */
    private static Json metadata(ScoringPolicy policy, PolicyDay day) {
        return new Json(
                "{\"policy\": \"" + policy.key() + "\", \"day\": \"" + day.day().day() + "\"}");
    }

    private boolean took(ScoreDifference difference, SubmissionResult result, Map<String, Refused> owed) {
        if (!(result instanceof SubmissionResult.RefusedSubmission refused)) {
            return true;
        }
        Refusal refusal = refused.refusal();
        if (refusal.code() == ErrorCode.WINDOWS_CLOSED) {
            return true;
        }
        meters.counter("laurel.policy.owed", "code", refusal.code().name()).increment();
        String kind = requireNonNull(difference.board()).key() + " " + refusal.code();
        owed.merge(kind, new Refused(difference, refusal, 1), Refused::and);
        return false;
    }
}
