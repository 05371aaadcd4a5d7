package laurel.score.quarantine;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.request.access.Identity.Player;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.CountedSubmission;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.SubmissionQuarantine;
import laurel.score.ledger.SubmissionQuarantine.QuarantineDecision;
import laurel.score.quarantine.QuarantineRepository.NewDecision;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.EntryCorrections;
import org.jspecify.annotations.Nullable;

/** Approves and rejects quarantined submissions, and hides them from players that did not send them. */
@Singleton
public class Quarantine {
    /** Maximum number of times that a submission begins or ceases to count. */
    static final int MAX_CHANGES = 100;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Participants participants;
    private final Ledger ledger;
    private final QuarantineRepository repository;
    private final EntryCorrections corrections;

    Quarantine(
            Sql sql,
            Leaderboards leaderboards,
            Participants participants,
            Ledger ledger,
            QuarantineRepository repository,
            EntryCorrections corrections) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.participants = participants;
        this.ledger = ledger;
        this.repository = repository;
        this.corrections = corrections;
    }

    /**
     * Approves a submission: it counts in the windows that accepted it, in the order of receipt. Refuses, in this order:
     * SUBMISSION_NOT_FOUND, NOT_QUARANTINED, ALREADY_APPROVED, LIMIT_REACHED, LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE.
     *
     * @param id     may be an ID that no submission has
     * @param by     name of the caller's identity
     * @param ranked the changes whose ranks the client requested
     */
    public DecidedSubmission approve(int app, long id, String by, Collection<ChangeFilter> ranked, Instant now) {
        return decide(app, new NewDecision(id, QuarantineDecision.APPROVED, null, by, now), ranked);
    }

    /**
     * Rejects a submission: it counts nowhere, or nowhere any more. Refuses, in this order: INVALID_TEXT, SUBMISSION_NOT_FOUND,
     * NOT_QUARANTINED, ALREADY_REJECTED, LIMIT_REACHED, LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE.
     *
     * @param id     may be an ID that no submission has
     * @param by     name of the caller's identity
     * @param ranked the changes whose ranks the client requested
     */
    public DecidedSubmission reject(
            int app, long id, @Nullable String reason, String by, Collection<ChangeFilter> ranked, Instant now) {
        if (reason != null) {
            Text.line(reason, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        return decide(app, new NewDecision(id, QuarantineDecision.REJECTED, reason, by, now), ranked);
    }

    private DecidedSubmission decide(int app, NewDecision decision, Collection<ChangeFilter> ranked) {
        // The leaderboard of a submission never changes.
        int leaderboard = existing(app, decision.submissionId()).submission().leaderboardId();
        return sql.inTransaction(() -> {
            Leaderboard board = leaderboards.lock(app, Set.of(leaderboard)).get(leaderboard);
            if (board == null) {
                throw Ledger.unknown();
            }
            return decide(board, decision, ranked);
        });
    }

    private DecidedSubmission decide(Leaderboard board, NewDecision decision, Collection<ChangeFilter> ranked) {
        boolean counted =
                checked(existing(board.appId(), decision.submissionId()).submission(), decision.decision());
        if (repository.decide(decision, MAX_CHANGES) == 0) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX_CHANGES,
                    "The decision was reversed " + MAX_CHANGES + " times.",
                    "submissionId");
        }
        // A backfill may have added it to more windows meanwhile.
        CountedSubmission decided = existing(board.appId(), decision.submissionId());
        List<EntryChange> changes = counted == decided.submission().review().counts()
                ? List.of()
                : corrections.deriveAgain(board, decided, ranked, decision.at());
        return new DecidedSubmission(decided.submission(), changes);
    }

    /** Refuses a decision that is not possible. Returns whether the submission counts. */
    private static boolean checked(ScoreSubmission submission, QuarantineDecision decision) {
        SubmissionQuarantine quarantine = submission.quarantine();
        if (quarantine == null || submission.removedAt() != null) {
            throw new RefusedException(
                    ErrorCode.NOT_QUARANTINED,
                    quarantine == null ? "The submission was never quarantined." : "The submission is removed.",
                    "submissionId");
        }
        if (quarantine.decision() == decision) {
            throw new RefusedException(
                    decision == QuarantineDecision.APPROVED ? ErrorCode.ALREADY_APPROVED : ErrorCode.ALREADY_REJECTED,
                    "The submission was " + decision + " at " + quarantine.decidedAt() + ".",
                    "submissionId");
        }
        return quarantine.counts();
    }

    private CountedSubmission existing(int app, long id) {
        return ledger.byId(app, id).orElseThrow(Ledger::unknown);
    }

    /**
     * Returns those of these submissions that a player may read: not those that are quarantined or rejected, unless they are its
     * own.
     *
     * @param player null if the caller is no player
     */
    public Map<Long, ScoreSubmission> readable(
            int app, @Nullable Player player, Map<Long, ScoreSubmission> submissions) {
        if (submissions.values().stream()
                .allMatch(submission -> submission.review().counts())) {
            return submissions;
        }
        ExternalParticipantId owner =
                player == null ? null : new ExternalParticipantId(player.entityType(), player.externalId());
        KnownParticipant known =
                owner == null ? null : participants.known(app, Set.of(owner)).get(owner);
        Map<Long, ScoreSubmission> readable = new HashMap<>(submissions);
        readable.values()
                .removeIf(submission ->
                        !submission.review().counts() && (known == null || known.id() != submission.participantId()));
        return readable;
    }
}
