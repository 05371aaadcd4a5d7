package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Reads which months of the ledger are dropped, and what keeps months. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface LedgerRetentionRepository extends SqlRepository {
    /**
     * What the ledger keeps.
     *
     * @param lastDropped          the last month that was dropped; null if none was
     * @param participantCreatedAt null if no participant was given
     */
    @Introspected
    record KeptMonths(@Nullable Long lastDropped, @Nullable Instant participantCreatedAt) {}

    @Query("""
            SELECT (SELECT max(month) FROM ledger_dropped_month) AS last_dropped,
                   (SELECT created_at FROM participant WHERE id = :participant::bigint) AS participant_created_at
            """)
    KeptMonths kept(@Nullable Long participant);

    /** Whether one of these windows started before an instant, on a leaderboard that had scores then. */
    @Query("""
            SELECT EXISTS (
                SELECT FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
                WHERE w.id = ANY (:windows) AND coalesce(w.starts_at, '-infinity') < :moment AND l.scored_at < :moment)
            """)
    boolean anyStartedBefore(Collection<Long> windows, Instant moment);

    /** Returns the first month with a quarantined submission that waits for a decision; null if there is none. */
    @Query("""
            SELECT min(id >> 40) FROM score_submission
            WHERE quarantine_reasons IS NOT NULL AND decision IS NULL AND removed_at IS NULL
            HAVING count(*) > 0
            """)
    @Nullable
    Long firstQuarantined();
}
