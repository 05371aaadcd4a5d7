package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import laurel.activity.retention.ActivityRetention;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Sql;
import laurel.streak.DayRule.DayRuleKind;
import laurel.streak.StoredDayRule;

/**
 * Counts what participants have done up to the end of each hour of a day. Reads the events of the day again: tallies of hours are
 * not stored, because few policies need them.
 */
@Singleton
public class HourTallyRepository {
    /**
     * An event of a participant is found by its actor: the participant, or an actor whose peer the participant was on that day.
     * The bounds of ids limit a day to few partitions.
     */
    private static final String EVENTS = """
            SELECT input.n, e.id, e.external_id, e.event_type, e.actor_id, e.peer_id, e.winner_id, e.value, e.group_values,
                   e.peer_group_values, e.time_zone, e.actor_time_zone, e.peer_time_zone, e.occurred_at,
                   e.received_at, '{}'::jsonb AS metadata,
                   e.last_day_rule_id, false AS muted
            FROM unnest(:days.day.day.participantId, :days.day.day.dayRuleId, :days.day.day.day, :days.day.burstRuleId,
                        :days.startTime, :days.endTime, :days.firstId, :days.endId) WITH ORDINALITY
                 AS input (participant_id, day_rule_id, day, burst_rule_id, start_time, end_time, first_id, end_id, n)
            CROSS JOIN LATERAL (
                SELECT input.participant_id AS actor_id
                UNION
                SELECT p.peer_id FROM activity_daily_peer AS p
                WHERE p.participant_id = input.participant_id AND p.day_rule_id = input.day_rule_id AND p.day = input.day
                  AND p.role = 'PEER'
                OFFSET 0) AS a
            CROSS JOIN LATERAL (
                SELECT * FROM activity_event AS l
                WHERE l.actor_id = a.actor_id AND l.occurred_at >= input.start_time AND l.occurred_at < input.end_time
                  AND l.id >= input.first_id AND l.id < input.end_id
                  AND (l.actor_id = input.participant_id OR l.peer_id = input.participant_id) AND NOT l.excluded
                OFFSET 0) AS e
            WHERE NOT EXISTS (
                SELECT FROM activity_muted_event AS m WHERE m.event_id = e.id AND m.burst_rule_id = input.burst_rule_id)
            """;

    private final Sql sql;

    private final ActivityRetention retention;

    HourTallyRepository(Sql sql, ActivityRetention retention) {
        this.sql = sql;
        this.retention = retention;
    }

    /**
     * A day whose hours are counted.
     *
     * @param rule        day rule of the day
     * @param startOfHour returns the time at which the hour of an instant starts
     */
    public record HourlyDay(CountedDay day, StoredDayRule rule, UnaryOperator<Instant> startOfHour) {
        /** If clocks go back across midnight, the day continues after the next one has started. */
        private static final Duration MARGIN = Duration.ofHours(3);

        /** Returns a time before all its events. */
        Instant startTime() {
            return startOfDay(date(), ZoneOffset.MAX).minus(MARGIN);
        }

        /** Returns a time after all its events. */
        Instant endTime() {
            return startOfDay(date().plusDays(1), ZoneOffset.MIN).plus(MARGIN);
        }

        /** Returns the smallest possible id of its events. */
        long firstId() {
            return PartitionedId.first(MonthPartitions.month(startTime()));
        }

        /** Returns an id that is greater than those of its events. */
        long endId() {
            return PartitionedId.first(MonthPartitions.month(endTime()) + 1);
        }

        private LocalDate date() {
            return day.day().day();
        }

        /** @param furthest used if events of the day may be in any time zone */
        private Instant startOfDay(LocalDate date, ZoneId furthest) {
            return date.atStartOfDay(
                            rule.rule().kind() == DayRuleKind.FIXED
                                    ? rule.rule().timeZone()
                                    : furthest)
                    .toInstant();
        }
    }

    @Introspected
    record EventOfDay(int n, ActivityEvent event) {}

    /**
     * Returns for each day, in the same order, the tally of its events up to the end of each hour, by the start of the hour. Hours
     * in which nothing was counted are absent. Empty for a day that may have had events that are no longer retained.
     */
    List<Optional<SortedMap<Instant, DailyTally>>> list(List<HourlyDay> days) {
        List<HourTallies> tallies = new ArrayList<>();
        days.forEach(day -> tallies.add(new HourTallies(day)));
        sql.of(EVENTS)
                .bindEach("days", HourlyDay.class, days)
                .each(EventOfDay.class, found -> tallies.get(found.n() - 1).add(found.event()));
        LocalDate firstComplete = retention.firstCompleteDay();
        List<Optional<SortedMap<Instant, DailyTally>>> upToEnds = new ArrayList<>();
        for (int n = 0; n < days.size(); n++) {
            boolean complete = !days.get(n).date().isBefore(firstComplete);
            upToEnds.add(complete ? Optional.of(tallies.get(n).upToEnds()) : Optional.empty());
        }
        return upToEnds;
    }
}
