package laurel.lifecycle;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import laurel.database.sql.SqlRepository;

/** Counts missing partitions. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface PartitionRepository extends SqlRepository {
    /**
     * Returns how many partitions of slices, of these months of the ledger and of activity, and of these days of the outbox do
     * not exist. A slice has a partition of two tables, which are missing if the slice was never opened.
     *
     * @param slices of windows that may not be open; other slices are counted if they were opened and not retired
     * @param months since year 0
     */
    @Query("""
            SELECT count(*)
            FROM (
                SELECT parent, parent || '_' || s.id AS name
                FROM (SELECT id, name FROM window_slice WHERE retired_at IS NULL) AS s
                FULL JOIN unnest(:slices) AS input (name) USING (name)
                CROSS JOIN (VALUES ('entry'), ('final_standing')) AS parents (parent)
                UNION ALL
                SELECT parent, parent || '_' || month
                FROM unnest(:months) AS input (month)
                CROSS JOIN (VALUES ('score_submission'), ('activity_event')) AS parents (parent)
                UNION ALL
                SELECT 'change_outbox', 'change_outbox_' || day FROM unnest(:days) AS input (day)) AS partition
            WHERE NOT EXISTS (
                SELECT FROM pg_inherits AS i
                WHERE i.inhparent = to_regclass(partition.parent) AND i.inhrelid = to_regclass(partition.name)
                  AND NOT i.inhdetachpending)
            """)
    int missing(Collection<String> slices, Collection<Long> months, Collection<String> days);
}
