package laurel.score.submission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.LeaderboardDefinition.SubmissionRate;
import laurel.leaderboard.UpdateMode;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.SubmissionQuarantine.QuarantineReason;
import laurel.score.ledger.SubmissionRateRepository;
import laurel.score.ledger.SubmissionRateRepository.ReceivedSince;
import org.jspecify.annotations.Nullable;

/**
 * Which submissions of a batch exceed the limits of plausible submissions of their leaderboards. What the service derives from
 * activity never does.
 */
final class QuarantineCheck {
    private final Map<ExternalParticipantId, KnownParticipant> known;
    private final Map<ReceivedSince, Integer> stored;
    /** Times of receipt of earlier submissions of the batch. */
    private final Map<RatedParticipant, List<Instant>> received = new HashMap<>();

    private record RatedParticipant(int leaderboardId, ExternalParticipantId participant) {
        static RatedParticipant of(CheckedSubmission item) {
            return new RatedParticipant(item.board().id(), item.participant());
        }
    }

    /**
     * Reads how often the participants of rated leaderboards have submitted before.
     *
     * @param known the participants that exist
     */
    QuarantineCheck(
            List<CheckedSubmission> items,
            Map<ExternalParticipantId, KnownParticipant> known,
            SubmissionRateRepository repository) {
        this.known = known;
        Set<ReceivedSince> lists =
                items.stream().map(this::since).filter(Objects::nonNull).collect(Collectors.toSet());
        this.stored = lists.isEmpty() ? Map.of() : repository.count(List.copyOf(lists));
    }

    /** Null if nothing limits the rate of the submission, or if its participant is new. */
    private @Nullable ReceivedSince since(CheckedSubmission item) {
        SubmissionRate rate = rate(item);
        KnownParticipant participant = known.get(item.participant());
        return rate == null || participant == null
                ? null
                : new ReceivedSince(item.board().id(), participant.id(), start(item, rate), rate.submissionCount());
    }

    private static @Nullable SubmissionRate rate(CheckedSubmission item) {
        return item.received().derived() ? null : item.board().definition().maxSubmissionRate();
    }

    private static Instant start(CheckedSubmission item, SubmissionRate rate) {
        return item.receivedAt().minus(rate.duration().time());
    }

    /**
     * Returns the limits that an accepted submission exceeds, and counts it for later ones of the batch.
     *
     * @param changes that it makes if it counts
     */
    List<QuarantineReason> check(CheckedSubmission item, List<EntryChange> changes) {
        List<QuarantineReason> exceeded = new ArrayList<>();
        if (exceedsStep(item, changes)) {
            exceeded.add(QuarantineReason.STEP);
        }
        SubmissionRate rate = rate(item);
        if (rate != null && exceedsRate(item, rate)) {
            exceeded.add(QuarantineReason.RATE);
        }
        return exceeded;
    }

    private boolean exceedsRate(CheckedSubmission item, SubmissionRate rate) {
        Instant start = start(item, rate);
        ReceivedSince since = since(item);
        List<Instant> ofBatch = received.computeIfAbsent(RatedParticipant.of(item), none -> new ArrayList<>());
        long before = ofBatch.stream().filter(time -> time.isAfter(start)).count()
                + (since == null ? 0 : stored.getOrDefault(since, 0));
        ofBatch.add(item.receivedAt());
        return before >= rate.submissionCount();
    }

    private static boolean exceedsStep(CheckedSubmission item, List<EntryChange> changes) {
        Long max = item.board().definition().maxStep();
        return max != null
                && !item.received().derived()
                && changes.stream().anyMatch(change -> Long.compareUnsigned(step(item, change), max) > 0);
    }

    /**
     * Returns how far a submission moves an entry, as an unsigned number: with the update mode INCREMENT the submitted score,
     * otherwise the difference of the scores before and after. An entry that is new, removed, or replaced because its group
     * combines scores in another way, has no step.
     */
    private static long step(CheckedSubmission item, EntryChange change) {
        UpdateMode mode = item.board().updateMode(change.group());
        Long score = item.score();
        if (mode == UpdateMode.INCREMENT) {
            return score == null ? 0 : Math.abs(score);
        }
        Long before = change.previousScore();
        Long after = change.score();
        return before == null
                        || after == null
                        || change.previousGroup() == null
                        || item.board().updateMode(change.previousGroup()) != mode
                ? 0
                : Math.max(before, after) - Math.min(before, after);
    }
}
