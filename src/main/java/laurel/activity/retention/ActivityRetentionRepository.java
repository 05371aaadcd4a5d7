package laurel.activity.retention;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Reads which months of events are dropped, and what keeps months. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ActivityRetentionRepository extends SqlRepository {
    /** Returns the first day after the dropped months that has all its events, by any day rule; null if no month is dropped. */
    @Query("SELECT activity_complete_day(max(month)) FROM activity_dropped_month HAVING count(*) > 0")
    @Nullable
    LocalDate firstCompleteDay();

    /** Whether a burst rule has yet to evaluate events that were stored before it. */
    @Query("SELECT EXISTS (SELECT FROM activity_burst_rule WHERE evaluated_to IS NOT NULL)")
    boolean hasUnevaluatedRule();

    /** The first day on which a burst rule has evaluated all events. */
    @Introspected
    record FirstDay(int burstRuleId, LocalDate day) {}

    /** Returns the first days of those rules that have not evaluated the events of all months. */
    @Query("""
            SELECT r.id AS burst_rule_id, activity_complete_day(m.month) AS day
            FROM activity_burst_rule AS r
            CROSS JOIN LATERAL (
                SELECT CASE WHEN r.evaluated_to IS NULL THEN r.unevaluated_month
                            ELSE (SELECT max(month) FROM activity_dropped_month) END AS month) AS m
            WHERE r.id = ANY (:burstRules) AND m.month IS NOT NULL
            """)
    List<FirstDay> firstEvaluatedDays(Collection<Integer> burstRules);
}
