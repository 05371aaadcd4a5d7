package laurel.score;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.Partitions;
import laurel.database.Sql;
import org.jspecify.annotations.Nullable;

/** Remembers which months the ledger keeps no more. */
@Singleton
class LedgerRetentionRepository {
    private static final String KEPT = """
            SELECT (SELECT max(month) FROM dropped_month) AS last_dropped,
                   (SELECT created_at FROM participant WHERE id = :participant::bigint) AS met_at
            """;

    private static final String ANY_BEFORE = """
            SELECT EXISTS (
                SELECT FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
                WHERE w.id = ANY (:windows) AND coalesce(w.starts_at, '-infinity') < :moment AND l.scored_at < :moment)
            """;
    private static final String GIVE_UP = """
            INSERT INTO dropped_month (month, given_up_at)
            SELECT p.month, :now
            FROM (SELECT substring(c.relname FROM '[0-9]+$')::bigint AS month
                  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                  WHERE i.inhparent = 'score_submission'::regclass) AS p
            WHERE p.month <= :last
            ON CONFLICT (month) DO NOTHING
            """;
    private static final String GIVEN_UP = "SELECT month FROM dropped_month WHERE dropped_at IS NULL ORDER BY month";
    private static final String DROPPED = "UPDATE dropped_month SET dropped_at = :now WHERE month = :month";
    /** Of one who drops: the others leave it to them. */
    private static final String CLAIM = "SELECT pg_try_advisory_lock(hashtext('drop_ledger'), 0)";

    private static final String RELEASE = "SELECT pg_advisory_unlock(hashtext('drop_ledger'), 0)";
    private final Sql sql;

    LedgerRetentionRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * From where on the ledger is whole.
     *
     * @param lastDropped the last month that is not kept; null where everything is
     * @param metAt       when the participant was first heard of; null where none was asked for
     */
    @Introspected
    record Kept(@Nullable Long lastDropped, @Nullable Instant metAt) {}

    /** Whether one of these windows began before a moment, on a board that had scores then. */
    boolean anyBefore(Collection<Long> windows, Instant moment) {
        return sql.of(ANY_BEFORE)
                .bindArray("windows", Long.class, windows)
                .bind("moment", moment)
                .one(Boolean.class);
    }

    /** From now on nobody derives from the months up to this one. */
    void giveUp(long last, Instant now) {
        sql.of(GIVE_UP).bind("last", last).bind("now", now).execute();
    }

    /** The months whose partitions are to be dropped. */
    List<Long> givenUp() {
        return sql.of(GIVEN_UP).list(Long.class);
    }

    /** Whether nobody else drops; until {@link #release} nobody will. */
    boolean claim() {
        return sql.of(CLAIM).one(Boolean.class);
    }

    void release() {
        sql.of(RELEASE).one(Boolean.class);
    }

    /** Drops the partition of a month, as {@link Partitions#drop} does. */
    void drop(long month, Instant now) {
        Partitions.drop(sql, "score_submission", "score_submission_" + month);
        sql.of(DROPPED).bind("month", month).bind("now", now).execute();
    }

    Kept kept(@Nullable Long participant) {
        return sql.of(KEPT).bind("participant", participant).one(Kept.class);
    }
}
