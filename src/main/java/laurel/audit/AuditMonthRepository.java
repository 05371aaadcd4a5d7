package laurel.audit;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;

/** Creates and finds the months of the audit. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface AuditMonthRepository extends SqlRepository {
    /** Creates the partitions of these months that are missing. Returns their number. */
    @Query("SELECT count(open_audit_month(m)) FROM unnest(:months) AS m")
    int open(Collection<Long> months);

    /** Returns the months before this one that have a partition. */
    @Query("""
            SELECT p.month
            FROM (SELECT substring(c.relname FROM '[0-9]+$')::bigint AS month
                  FROM pg_class AS c
                  WHERE c.relnamespace = current_schema()::regnamespace AND c.relname ~ '^audit_record_[0-9]+$'
                    AND c.relkind = 'r') AS p
            WHERE p.month < :month
            ORDER BY p.month
            """)
    List<Long> before(long month);
}
