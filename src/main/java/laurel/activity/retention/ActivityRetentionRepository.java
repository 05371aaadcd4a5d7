package laurel.activity.retention;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;

/** Reads which months of events are dropped, and what keeps months. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ActivityRetentionRepository extends SqlRepository {
    /** Returns the last month that is retired or dropped; 0 if there is none. */
    @Query("SELECT coalesce(max(month), 0) FROM activity_dropped_month")
    long lastDropped();

    /** Whether a burst rule has yet to evaluate events that were stored before it. */
    @Query("SELECT EXISTS (SELECT FROM activity_burst_rule WHERE evaluated_to IS NOT NULL)")
    boolean hasUnevaluatedRule();

    /** The last month whose events a burst rule has not evaluated, or not all of them, because they were dropped. */
    @Introspected
    record UnevaluatedMonth(int burstRuleId, long month) {}

    /** Returns rules that have not evaluated the events of all months. */
    @Query("""
            SELECT r.id AS burst_rule_id, m.month
            FROM activity_burst_rule AS r
            CROSS JOIN LATERAL (
                SELECT CASE WHEN r.evaluated_to IS NULL THEN r.unevaluated_month
                            ELSE (SELECT max(month) FROM activity_dropped_month) END AS month) AS m
            WHERE r.id = ANY (:burstRules) AND m.month IS NOT NULL
            """)
    List<UnevaluatedMonth> unevaluatedMonths(Collection<Integer> burstRules);
}
