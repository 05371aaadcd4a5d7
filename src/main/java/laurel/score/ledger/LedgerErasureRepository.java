package laurel.score.ledger;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases submissions, removals and restrictions of a participant. */
@Singleton
final class LedgerErasureRepository implements ErasureSource {
    /**
     * Deletes submissions that no remaining entry is derived from: all, if its entries are removed, those to leaderboards on which
     * they were withheld, and those that never counted.
     */
    private static final String DELETE = """
            DELETE FROM score_submission WHERE id = ANY (ARRAY(
                SELECT s.id FROM score_submission AS s
                WHERE s.participant_id = :subject.participant
                  AND (:all OR s.leaderboard_id = ANY (:subject.withheldOn)
                       OR s.quarantine_reasons IS NOT NULL AND s.decision IS DISTINCT FROM 'APPROVED')
                ORDER BY s.received_at DESC, s.id DESC
                LIMIT :most))
            """;

    private static final String ANONYMIZE = """
            UPDATE score_submission
            SET metadata = NULL, idempotency_key = NULL, digest = NULL, outcome = NULL, removal_reason = NULL,
                decision_reason = NULL
            WHERE id = ANY (ARRAY(
                SELECT s.id FROM score_submission AS s
                WHERE s.participant_id = :subject.participant
                  AND num_nonnulls(s.metadata, s.idempotency_key, s.removal_reason, s.decision_reason) > 0
                ORDER BY s.received_at DESC, s.id DESC
                LIMIT :most))
            """;

    private static final String DELETE_REMOVALS =
            "DELETE FROM score_removal WHERE leaderboard_id = ANY (:boards) AND participant_id = :subject.participant";

    private static final String ANONYMIZE_REMOVALS = """
            UPDATE score_removal SET reason = NULL
            WHERE leaderboard_id = ANY (:boards) AND participant_id = :subject.participant AND reason IS NOT NULL
            """;

    private static final String BOARDS = "SELECT b.id FROM leaderboard AS b WHERE b.app_id = :subject.app";

    private final Sql sql;

    LedgerErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<String> tables() {
        return List.of("restriction_entry", "restriction_task", "participant_restriction");
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        eraseRemovals(subject);
        int deleted = sql.of(DELETE)
                .bind("subject", subject)
                .bind("all", subject.removedFromAll())
                .bind("most", most)
                .execute();
        int anonymized =
                sql.of(ANONYMIZE).bind("subject", subject).bind("most", most).execute();
        return deleted == most || anonymized == most;
    }

    /** Removals that stay are those that entries are derived by. */
    private void eraseRemovals(ErasureSubject subject) {
        List<Integer> boards = sql.of(BOARDS).bind("subject", subject).list(Integer.class);
        sql.of(subject.removedFromAll() ? DELETE_REMOVALS : ANONYMIZE_REMOVALS)
                .bind("subject", subject)
                .bindEach("boards", Integer.class, boards)
                .execute();
    }
}
