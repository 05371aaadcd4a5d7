package laurel.scoring.day;

import static java.util.stream.Collectors.groupingBy;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import laurel.scoring.day.ScoreDifference.SubmittedPart;
import laurel.scoring.day.ScoreDifference.Target;
import laurel.scoring.policy.ScoringPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Submits differences of scores to leaderboards. */
@Singleton
class ScoreDifferenceSubmitter {
    private static final Logger LOG = LoggerFactory.getLogger(ScoreDifferenceSubmitter.class);

    /** After this time, what later windows have not accepted is submitted again. */
    private static final Duration RETRY_AFTER = Duration.ofHours(1);

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
     * submitted. A difference that the leaderboard rejects for another reason is submitted when the day is scored again; that of
     * later windows an hour later.
     */
    List<StoredPillarScore> submit(int app, ScoringContext scoring, List<ScoreDifference> differences) {
        List<PendingPart> pending = differences.stream()
                .flatMap(difference -> pending(scoring, difference))
                .toList();
        List<ReceivedSubmission> submissions =
                pending.stream().map(part -> submission(scoring, part)).toList();
        Iterator<SubmissionResult> results =
                scores.submitWithin(app, submissions).iterator();
        Map<String, RejectedParts> rejected = new LinkedHashMap<>();
        Map<StoredPillarScore, List<PendingPart>> submitted = pending.stream()
                .filter(part -> isSubmitted(scoring, part, results.next(), rejected))
                .collect(groupingBy(part -> part.difference.current()));
        rejected.values().forEach(RejectedParts::warn);
        Instant retryAt = scoring.received().now().plus(RETRY_AFTER);
        return differences.stream()
                .map(difference -> stored(difference, submitted.getOrDefault(difference.current(), List.of()), retryAt))
                .toList();
    }

    private static Stream<PendingPart> pending(ScoringContext scoring, ScoreDifference difference) {
        Target target = difference.target();
        if (target == null) {
            return Stream.empty();
        }
        StoredPillarScore current = difference.current();
        Group group = scoring.group(current.day(), current.group(), target.leaderboard());
        return difference.pending().stream().map(part -> new PendingPart(difference, target, group, part));
    }

    /**
     * A part of a difference to submit.
     *
     * @param group group that receives it
     */
    private record PendingPart(ScoreDifference difference, Target target, Group group, SubmittedPart submitted) {
        ScorePart part() {
            return submitted.part();
        }

        PolicyDay day() {
            return difference.current().day();
        }
    }

    private static StoredPillarScore stored(ScoreDifference difference, List<PendingPart> submitted, Instant retryAt) {
        if (submitted.isEmpty()) {
            return difference.rejected(retryAt);
        }
        PendingPart first = submitted.getFirst();
        return difference.submitted(
                first.target,
                first.group,
                submitted.stream().map(PendingPart::submitted).toList(),
                retryAt);
    }

    /** Parts that a leaderboard rejects with the same error: the first one and their number. */
    private record RejectedParts(PendingPart first, Refusal refusal, int count) {
        RejectedParts plus(RejectedParts other) {
            return new RejectedParts(first, refusal, count + other.count);
        }

        void warn() {
            LOG.warn(
                    "Leaderboard {} rejects {} score differences, the first of {} on {}: {}",
                    first.target.leaderboard().key(),
                    count,
                    first.part().score(),
                    first.day(),
                    refusal.message());
        }
    }

    /** A difference for another group than the participant's own does not move the participant's entry. */
    private static ReceivedSubmission submission(ScoringContext scoring, PendingPart part) {
        boolean moved = !part.group.equals(scoring.group(part.day()));
        return ReceivedSubmission.derived(
                input(scoring, part),
                part.submitted.scope(),
                moved,
                scoring.correctsFinal(part.day()),
                scoring.received().of(part.day()));
    }

    private static ScoreSubmissionInput input(ScoringContext scoring, PendingPart part) {
        PolicyDay day = part.day();
        Leaderboard leaderboard = part.target.leaderboard();
        return new ScoreSubmissionInput(
                leaderboard.key(),
                new ParticipantInput(scoring.participant(day).external(), null, null, null, null),
                part.part().score().toPlainString(),
                0,
                ScoringContext.values(leaderboard, part.group),
                part.part().achievedAt(),
                metadata(scoring.policy(day), day),
                null);
    }

    private void countLate(boolean late) {
        if (late) {
            meters.counter("laurel.policy.late").increment();
        }
    }

    /** Metadata in the ledger. Keys need no escaping. */
    private static Json metadata(ScoringPolicy policy, PolicyDay day) {
        return new Json(
                "{\"policy\": \"" + policy.key() + "\", \"day\": \"" + day.day().day() + "\"}");
    }

    private boolean isSubmitted(
            ScoringContext scoring, PendingPart part, SubmissionResult result, Map<String, RejectedParts> rejected) {
        if (!(result instanceof SubmissionResult.RefusedSubmission refused)) {
            countLate(result instanceof ScoreReceipt receipt
                    && !receipt.outcome().closedWindows().isEmpty());
            return true;
        }
        Refusal refusal = refused.refusal();
        if (refusal.code() == ErrorCode.WINDOWS_CLOSED) {
            // Not too late but too early: a planned season contains the middle of the day, and has not started.
            boolean late = !part.part().achievedAt().isAfter(scoring.received().of(part.day()));
            countLate(late);
            return late;
        }
        meters.counter("laurel.policy.owed", "code", refusal.code().name()).increment();
        String kind = part.target.leaderboard().key() + " " + refusal.code();
        rejected.merge(kind, new RejectedParts(part, refusal, 1), RejectedParts::plus);
        return false;
    }
}
