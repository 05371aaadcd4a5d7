package laurel.activity.burst;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.activity.burst.Bursts.MutedEvent;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Stores burst rules and muted events. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface BurstRepository extends SqlRepository {
    /** Stores a rule. Earlier events are still to be evaluated. Does nothing if the app has the rule. */
    @Query("""
            INSERT INTO activity_burst_rule (app_id, rule, evaluated_to) VALUES (:app, :rule, 0)
            ON CONFLICT (app_id, md5(rule::text)) DO NOTHING
            """)
    void add(int app, BurstRule rule);

    @Query("SELECT id, rule FROM activity_burst_rule WHERE app_id = :app ORDER BY id")
    List<StoredBurstRule> ofApp(int app);

    /**
     * Mutes events and returns those that were not muted. A run of {@code maxEvents + 1} events within the duration starts with
     * the event {@code n} if {@code start} is {@code n}; the last start at or before an event decides whether it is in such a run.
     * The bounds of ids limit a segment to few partitions.
     *
     * @param most the most events to mute; null for all
     */
    @Query("""
            WITH bursts AS (
                SELECT s.rule_id, e.id
                FROM unnest(:segments.rule.id, :segments.rule.rule.maxEvents, :segments.rule.rule.durationMicros,
                            :segments.eventTypes, :segments.actorId, :segments.startTime, :segments.endTime,
                            :segments.firstId, :segments.endId)
                     AS s (rule_id, max_events, duration, event_types, actor_id, start_time, end_time, first_id, end_id)
                CROSS JOIN LATERAL (
                    SELECT f.id, f.excluded, max(f.start) OVER (ORDER BY f.n) >= f.n - s.max_events AS in_burst
                    FROM (
                        SELECT l.id, l.excluded, row_number() OVER in_order AS n,
                               CASE WHEN lead(l.occurred_at, s.max_events) OVER in_order
                                         < l.occurred_at + s.duration * interval '1 microsecond'
                                    THEN row_number() OVER in_order END AS start
                        FROM activity_event AS l
                        WHERE l.actor_id = s.actor_id AND l.occurred_at > s.start_time AND l.occurred_at < s.end_time
                          AND l.id >= s.first_id AND l.id < s.end_id
                          AND l.event_type = ANY (string_to_array(s.event_types, ' '))
                        WINDOW in_order AS (ORDER BY l.occurred_at, l.id)
                    ) AS f
                    OFFSET 0
                ) AS e
                WHERE e.in_burst AND NOT e.excluded
                  AND NOT EXISTS (SELECT FROM activity_muted_event AS m WHERE m.event_id = e.id AND m.burst_rule_id = s.rule_id)
                LIMIT :most::integer
            )
            INSERT INTO activity_muted_event (event_id, burst_rule_id) SELECT id, rule_id FROM bursts
            RETURNING burst_rule_id, event_id
            """)
    List<MutedEvent> mute(Collection<BurstSegment> segments, @Nullable Integer most);

    /** Apps with rules that have yet to evaluate earlier events. */
    @Query("SELECT DISTINCT app_id FROM activity_burst_rule WHERE evaluated_to IS NOT NULL ORDER BY app_id")
    List<Integer> unevaluatedApps();

    @Query("SELECT count(*) FROM activity_burst_rule WHERE evaluated_to IS NOT NULL")
    long countUnevaluated();

    /** A rule that has yet to evaluate the earlier events of participants with greater ids. */
    @Introspected
    record UnevaluatedRule(StoredBurstRule stored, long evaluatedTo) {}

    @Query("""
            SELECT id, rule, evaluated_to FROM activity_burst_rule WHERE app_id = :app AND evaluated_to IS NOT NULL
            ORDER BY id LIMIT 1
            """)
    List<UnevaluatedRule> unevaluated(int app);

    /** Events of participants that were erased stay as they are. */
    @Query("""
            SELECT id FROM participant WHERE app_id = :app AND id > :after AND erased_at IS NULL ORDER BY id LIMIT :most
            """)
    List<Long> participants(int app, long after, int most);

    /**
     * Stores how far a rule is evaluated, and at the end which months it could not evaluate.
     *
     * @param evaluatedTo null if all participants are evaluated
     */
    @Query("""
            UPDATE activity_burst_rule
            SET evaluated_to = :evaluatedTo,
                unevaluated_month = CASE WHEN :evaluatedTo::bigint IS NULL
                                         THEN (SELECT max(month) FROM activity_dropped_month) END
            WHERE id = :rule
            """)
    void advance(int rule, @Nullable Long evaluatedTo);
}
