package laurel.score.quarantine;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import laurel.database.sql.SqlRepository;
import laurel.score.ledger.SubmissionQuarantine.QuarantineDecision;
import org.jspecify.annotations.Nullable;

/** Stores decisions about quarantined submissions. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface QuarantineRepository extends SqlRepository {
    /**
     * A decision.
     *
     * @param by name of the identity that decides
     */
    @Introspected
    record NewDecision(
            long submissionId,
            QuarantineDecision decision,
            @Nullable String reason,
            String by,
            Instant at) {}

    /**
     * Stores a decision. From now on the submission counts, or counts no more, if that changes. Returns 0 if it has changed {@code
     * most} times. The times are in order, even if a clock goes back.
     */
    @Query("""
            UPDATE score_submission
            SET decision = :decided.decision, decided_at = :decided.at, decided_by = :decided.by, decision_reason = :decided.reason,
                quarantine_times = CASE
                    WHEN (cardinality(quarantine_times) % 2 = 1) = (:decided.decision = 'APPROVED') THEN quarantine_times
                    ELSE quarantine_times || greatest(:decided.at, quarantine_times[cardinality(quarantine_times)]) END
            WHERE id = :decided.submissionId AND cardinality(quarantine_times) < :most
            """)
    int decide(NewDecision decided, int most);

    /** Counts the submissions of all apps that wait for a decision, up to a number. */
    @Query("""
            SELECT count(*) FROM (
                SELECT FROM score_submission
                WHERE quarantine_reasons IS NOT NULL AND decision IS NULL AND removed_at IS NULL
                LIMIT :most) AS s
            """)
    int waiting(int most);
}
