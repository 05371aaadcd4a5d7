package laurel.score.submission;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.leaderboard.Leaderboard;
import laurel.participant.RestrictedOn;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.ScoreSubmission;
import org.jspecify.annotations.Nullable;

/**
 * A submission as received, before it is checked.
 *
 * @param ranked        the changes whose ranks the client requested
 * @param receivedAt    by the service's clock
 * @param maxAchievedAt the latest {@code achievedAt} that is accepted
 * @param keepsGroup    whether an existing entry stays in its group; the submission's group is used only if there is none
 * @param correctsFinal whether it counts in final windows, too, as a correction
 * @param derived       whether the service derived it from activity: a negative difference may concern what was submitted before
 *                      the participant's entry was removed
 * @param byPlayer      whether the participant itself sent it
 * @param scope         in which of its windows it counts
 */
public record ReceivedSubmission(
        ScoreSubmissionInput sent,
        Collection<ChangeFilter> ranked,
        Instant receivedAt,
        Instant maxAchievedAt,
        boolean keepsGroup,
        boolean correctsFinal,
        boolean derived,
        boolean byPlayer,
        WindowScope scope) {
    /** How far a client's clock may be ahead of the service's clock. */
    static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(5);

    /** A submission that a client sent. */
    static ReceivedSubmission ofClient(ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant now) {
        return new ReceivedSubmission(
                sent, ranked, now, now.plus(MAX_CLOCK_SKEW), false, false, false, false, WindowScope.ALL);
    }

    /** A submission that a player sent, of its own score. */
    static ReceivedSubmission ofPlayer(ScoreSubmissionInput sent, Collection<ChangeFilter> ranked, Instant now) {
        return new ReceivedSubmission(sent, ranked, now, now, false, false, false, true, WindowScope.ALL);
    }

    /** A submission that the service derived from activity. It may count in the windows of a day that starts soon. */
    public static ReceivedSubmission derived(
            ScoreSubmissionInput sent, WindowScope scope, boolean keepsGroup, boolean correctsFinal, Instant now) {
        return new ReceivedSubmission(
                sent,
                List.of(),
                now,
                now.plus(ScoreSubmission.MAX_LEAD),
                keepsGroup,
                correctsFinal,
                true,
                false,
                scope);
    }

    boolean ranks(EntryChange change) {
        return ChangeFilter.anyAccepts(ranked, change);
    }

    /**
     * Returns why the leaderboard does not accept it now; null if it does. What the service derives from the activity of a banned
     * participant is accepted, and withheld.
     */
    @Nullable
    Refusal notAccepted(Leaderboard board, RestrictedOn restricted) {
        if (board.archivedAt() != null) {
            return new Refusal(
                    ErrorCode.LEADERBOARD_ARCHIVED, "The leaderboard is archived.", List.of("leaderboardKey"));
        }
        String entityType = sent.participant().ref().entityType();
        if (!board.entityTypes().contains(entityType)) {
            return new Refusal(
                    ErrorCode.ENTITY_TYPE_NOT_ACCEPTED,
                    "`entityType` is " + entityType + "; the leaderboard accepts "
                            + String.join(", ", board.entityTypes()) + ".",
                    List.of("participant", "entityType"));
        }
        return derived || !restricted.bansOn(board.id())
                ? null
                : new Refusal(
                        ErrorCode.PARTICIPANT_BANNED,
                        "The participant is banned from the leaderboard; `unbanParticipant` ends a ban.",
                        List.of("participant"));
    }
}
