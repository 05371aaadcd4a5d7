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

/** Submits differences of scores to leaderboards. */
@Singleton
class ScoreDifferenceSubmitter {
    private static final Logger LOG = LoggerFactory.getLogger(ScoreDifferenceSubmitter.class);

    private final Scores scores;
    private final MeterRegistry meters;

    ScoreDifferenceSubmitter(Scores scores, MeterRegistry meters) {
        this.scores = scores;
        this.meters = meters;
    }

    /** Creates what the submissions need. To be called before the transaction. */
    void prepare(Instant now) {
        scores.prepare(now);
    }

    /**
     * Submits differences and returns the scores to store. A difference that is too late for all windows counts as
     * submitted. A difference that the leaderboard rejects for another reason is submitted when the day is scored again.
     */
    List<StoredPillarScore> submit(int app, ScoringContext scoring, List<ScoreDifference> differences, Instant now) {
        List<ReceivedSubmission> submissions = differences.stream()
                .filter(ScoreDifference::isSubmittable)
                .map(difference -> submission(scoring, difference, now))
                .toList();
        Iterator<SubmissionResult> results =
                scores.submitWithin(app, submissions).iterator();
        Map<String, RejectedDifferences> rejected = new LinkedHashMap<>();
        List<StoredPillarScore> stored = new ArrayList<>();
        for (ScoreDifference difference : differences) {
            boolean submitted = difference.isSubmittable() && isSubmitted(difference, results.next(), rejected);
            stored.add(submitted ? difference.submitted(group(scoring, difference)) : difference.current());
        }
        rejected.values().forEach(RejectedDifferences::warn);
        return stored;
    }

    /** Differences that a leaderboard rejects with the same error: the first one and their number. */
    private record RejectedDifferences(ScoreDifference first, Refusal refusal, int count) {
        RejectedDifferences plus(RejectedDifferences other) {
            return new RejectedDifferences(first, refusal, count + other.count);
        }

        void warn() {
            LOG.warn(
                    "Leaderboard {} rejects {} score differences, the first of {} on {}: {}",
                    requireNonNull(first.leaderboard()).key(),
                    count,
                    first.pending(),
                    first.current().day(),
                    refusal.message());
        }
    }

    private static Group group(ScoringContext scoring, ScoreDifference difference) {
        return scoring.group(difference.current(), requireNonNull(difference.leaderboard()));
    }

    /** A difference for another group than the participant's own does not move the participant's entry. */
    private static ReceivedSubmission submission(ScoringContext scoring, ScoreDifference difference, Instant now) {
        Group group = group(scoring, difference);
        PolicyDay day = difference.current().day();
        boolean moved = !group.equals(scoring.group(day));
        return ReceivedSubmission.derived(input(scoring, difference, group), moved, scoring.correctsFinal(day), now);
    }

    private static ScoreSubmissionInput input(ScoringContext scoring, ScoreDifference difference, Group group) {
        PolicyDay day = difference.current().day();
        Leaderboard leaderboard = requireNonNull(difference.leaderboard());
        return new ScoreSubmissionInput(
                leaderboard.key(),
                new ParticipantInput(scoring.participant(day).external(), null, null, null, null),
                difference.pending().toPlainString(),
                0,
                ScoringContext.values(leaderboard, group),
                scoring.achievedAt(day, leaderboard, group),
                metadata(scoring.policy(day), day),
                null);
    }

    /** Metadata in the ledger. Keys need no escaping. */
    private static Json metadata(ScoringPolicy policy, PolicyDay day) {
        return new Json(
                "{\"policy\": \"" + policy.key() + "\", \"day\": \"" + day.day().day() + "\"}");
    }

    private boolean isSubmitted(
            ScoreDifference difference, SubmissionResult result, Map<String, RejectedDifferences> rejected) {
        if (!(result instanceof SubmissionResult.RefusedSubmission refused)) {
            return true;
        }
        Refusal refusal = refused.refusal();
        if (refusal.code() == ErrorCode.WINDOWS_CLOSED) {
            return true;
        }
        meters.counter("laurel.policy.owed", "code", refusal.code().name()).increment();
        String kind = requireNonNull(difference.leaderboard()).key() + " " + refusal.code();
        rejected.merge(kind, new RejectedDifferences(difference, refusal, 1), RejectedDifferences::plus);
        return false;
    }
}
