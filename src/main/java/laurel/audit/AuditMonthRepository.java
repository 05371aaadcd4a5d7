package laurel.audit;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import laurel.database.sql.SqlRepository;

/** Creates the months of the audit. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface AuditMonthRepository extends SqlRepository {
    /** Creates the partitions of these months that are missing. Returns their number. */
    @Query("SELECT count(open_audit_month(m)) FROM unnest(:months) AS m")
    int open(Collection<Long> months);
}
