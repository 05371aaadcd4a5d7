package laurel.activity;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.activity.TallyIncrements.PeerTallyKey;
import laurel.activity.TallyIncrements.TallyIncrement;
import laurel.activity.TallyIncrements.TallyKey;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/** Stores daily tallies. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class TallyRepository implements SqlRepository {
    /** Of lines {@code t}, without what the burst rule {@code t.burst_rule_id} mutes; null mutes nothing. */
    private static final String TALLIES = """
            t.participant_id, t.day_rule_id, t.day,
                   jsonb_agg(jsonb_build_object('eventType', t.event_type, 'role', t.role, 'eventCount', t.event_count,
                       'valueSum', t.value_sum,
                       'peerCount', (SELECT count(*) FROM activity_daily_peer AS p
                                 LEFT JOIN activity_muted_peer AS m
                                   ON m.burst_rule_id = t.burst_rule_id
                                      AND (m.participant_id, m.day_rule_id, m.day, m.event_type, m.role, m.peer_id)
                                          = (p.participant_id, p.day_rule_id, p.day, p.event_type, p.role, p.peer_id)
                                 WHERE (p.participant_id, p.day_rule_id, p.day, p.event_type, p.role)
                                       = (t.participant_id, t.day_rule_id, t.day, t.event_type, t.role)
                                   AND p.event_count > coalesce(m.event_count, 0)))
                       ORDER BY t.event_type, t.role) AS lines
            """;

    private static final String BETWEEN = "SELECT " + TALLIES + """
            FROM (SELECT *, NULL::integer AS burst_rule_id FROM activity_daily_tally) AS t
            WHERE t.day_rule_id = :dayRuleId AND t.day BETWEEN :startDate AND :endDate AND t.event_count > 0
            GROUP BY t.participant_id, t.day_rule_id, t.day
            ORDER BY t.participant_id, t.day
            """;
    private static final int FETCH_SIZE = 1_000;

    private final Sql sql;

    TallyRepository(Sql sql) {
        this.sql = sql;
    }

    /** Group of a participant that an event reports. */
    record ReportedGroup(long participantId, Group group, Instant occurredAt, String externalId) {}

    @Introspected
    record ParticipantGroup(long participantId, Group groupValues) {}

    /** Changes tallies. */
    void add(TallyIncrements increments) {
        increaseTallies(increments.tallies());
        if (!increments.peers().isEmpty()) {
            increasePeers(increments.peers());
        }
    }

    /** A line that versions with a burst rule do not count. */
    record MutedLine(int burstRuleId, TallyKey line) {}

    /** The events with a peer that versions with a burst rule do not count. */
    record MutedPeer(int burstRuleId, PeerTallyKey peer) {}

    /**
     * Adds to the tallies of muted events, by id of the burst rule. The events may be old, and their peers may have been erased
     * since: these get no tallies.
     */
    void addMuted(Map<Integer, TallyIncrements> byBurstRule) {
        Map<MutedLine, TallyIncrement> lines = new HashMap<>();
        Map<MutedPeer, Integer> peers = new HashMap<>();
        byBurstRule.forEach((rule, increments) -> {
            increments.tallies().forEach((line, change) -> lines.put(new MutedLine(rule, line), change));
            increments.peers().forEach((peer, change) -> peers.put(new MutedPeer(rule, peer), change));
        });
        increaseMutedTallies(lines);
        if (!peers.isEmpty()) {
            increaseMutedPeers(peers);
        }
    }

    @Query("""
            INSERT INTO activity_muted_tally AS t (burst_rule_id, day_rule_id, participant_id, day, event_type, role,
                                                   event_count, value_sum)
            SELECT * FROM unnest(:changes.key.burstRuleId, :changes.key.line.dayRuleId, :changes.key.line.participantId,
                                 :changes.key.line.day, :changes.key.line.eventType, :changes.key.line.role,
                                 :changes.value.eventCount, :changes.value.valueSum)
                          AS c (burst_rule_id, day_rule_id, participant_id)
            WHERE c.participant_id <> ALL (ARRAY(SELECT p.id FROM participant AS p
                                                 WHERE p.id = ANY (:changes.key.line.participantId) AND p.erased_at IS NOT NULL))
            ON CONFLICT (participant_id, burst_rule_id, day_rule_id, day, event_type, role)
            DO UPDATE SET event_count = t.event_count + excluded.event_count, value_sum = t.value_sum + excluded.value_sum
            """)
    abstract void increaseMutedTallies(Map<MutedLine, TallyIncrement> changes);

    @Query("""
            INSERT INTO activity_muted_peer AS t (burst_rule_id, day_rule_id, participant_id, day, event_type, role, peer_id,
                                                  event_count)
            SELECT * FROM unnest(:changes.key.burstRuleId, :changes.key.peer.line.dayRuleId,
                                 :changes.key.peer.line.participantId, :changes.key.peer.line.day,
                                 :changes.key.peer.line.eventType, :changes.key.peer.line.role, :changes.key.peer.peerId,
                                 :changes.value)
                          AS c (burst_rule_id, day_rule_id, participant_id)
            WHERE c.participant_id <> ALL (ARRAY(SELECT p.id FROM participant AS p
                                                 WHERE p.id = ANY (:changes.key.peer.line.participantId)
                                                   AND p.erased_at IS NOT NULL))
            ON CONFLICT (participant_id, burst_rule_id, day_rule_id, day, event_type, role, peer_id)
            DO UPDATE SET event_count = t.event_count + excluded.event_count
            """)
    abstract void increaseMutedPeers(Map<MutedPeer, Integer> changes);

    @Query("""
            INSERT INTO activity_daily_tally AS t (day_rule_id, participant_id, day, event_type, role, event_count, value_sum)
            SELECT * FROM unnest(:changes.key.dayRuleId, :changes.key.participantId, :changes.key.day,
                                 :changes.key.eventType, :changes.key.role, :changes.value.eventCount,
                                 :changes.value.valueSum)
            ON CONFLICT (participant_id, day_rule_id, day, event_type, role)
            DO UPDATE SET event_count = t.event_count + excluded.event_count, value_sum = t.value_sum + excluded.value_sum
            """)
    abstract void increaseTallies(Map<TallyKey, TallyIncrement> changes);

    @Query("""
            INSERT INTO activity_daily_peer AS t (day_rule_id, participant_id, day, event_type, role, peer_id, event_count)
            SELECT * FROM unnest(:changes.key.line.dayRuleId, :changes.key.line.participantId, :changes.key.line.day,
                                 :changes.key.line.eventType, :changes.key.line.role, :changes.key.peerId, :changes.value)
            ON CONFLICT (participant_id, day_rule_id, day, event_type, role, peer_id)
            DO UPDATE SET event_count = t.event_count + excluded.event_count
            """)
    abstract void increasePeers(Map<PeerTallyKey, Integer> changes);

    @Query("SELECT t.burst_rule_id, " + TALLIES + """
            FROM unnest(:days.day.dayRuleId, :days.day.participantId, :days.day.day, :days.burstRuleId)
                 AS input (day_rule_id, participant_id, day, burst_rule_id)
            CROSS JOIN LATERAL (
                SELECT l.participant_id, l.day_rule_id, l.day, l.event_type, l.role, input.burst_rule_id,
                       l.event_count - coalesce(m.event_count, 0) AS event_count,
                       l.value_sum - coalesce(m.value_sum, 0) AS value_sum
                FROM activity_daily_tally AS l
                LEFT JOIN activity_muted_tally AS m
                  ON m.burst_rule_id = input.burst_rule_id
                     AND (m.participant_id, m.day_rule_id, m.day, m.event_type, m.role)
                         = (l.participant_id, l.day_rule_id, l.day, l.event_type, l.role)
                WHERE l.participant_id = input.participant_id AND l.day_rule_id = input.day_rule_id
                  AND l.day = input.day AND l.event_count > coalesce(m.event_count, 0)
                OFFSET 0) AS t
            GROUP BY t.burst_rule_id, t.participant_id, t.day_rule_id, t.day
            """)
    abstract List<CountedTally> list(Collection<CountedDay> days);

    /** A tally without the events that a burst rule mutes. */
    @Introspected
    record CountedTally(@Nullable Integer burstRuleId, DailyTally tally) {}

    /** Returns the tallies of days. Days without counted activity are absent. */
    Map<CountedDay, DailyTally> of(Collection<CountedDay> days) {
        return list(days).stream()
                .collect(toMap(one -> new CountedDay(one.tally.day(), one.burstRuleId), CountedTally::tally));
    }

    @Query("SELECT input.n, " + TALLIES + """
            FROM unnest(:dayRuleIds, :ranges.participantId, :ranges.startDate, :ranges.endDate) WITH ORDINALITY
                 AS input (day_rule_id, participant_id, start_date, end_date, n)
            CROSS JOIN LATERAL (
                SELECT l.*, NULL::integer AS burst_rule_id FROM activity_daily_tally AS l
                WHERE l.participant_id = input.participant_id AND l.day_rule_id = input.day_rule_id
                  AND l.day BETWEEN input.start_date AND input.end_date AND l.event_count > 0
                OFFSET 0) AS t
            GROUP BY input.n, t.participant_id, t.day_rule_id, t.day
            ORDER BY input.n, t.day
            """)
    abstract List<Numbered<DailyTally>> list(List<Integer> dayRuleIds, List<TallyRange> ranges);

    /**
     * Returns the tallies of ranges of days, ordered by day. Ranges without activity are absent.
     *
     * @param dayRuleIds ids of the ranges' day rules, in the order of the ranges
     */
    Map<TallyRange, List<DailyTally>> ofRanges(List<Integer> dayRuleIds, List<TallyRange> ranges) {
        return Numbered.lists(ranges, list(dayRuleIds, ranges));
    }

    Stream<DailyTally> between(int dayRuleId, LocalDate startDate, LocalDate endDate) {
        return sql
                .of(BETWEEN)
                .bind("dayRuleId", dayRuleId)
                .bind("startDate", startDate)
                .bind("endDate", endDate)
                .stream(DailyTally.class, FETCH_SIZE);
    }

    /** Stores the latest reported group of each participant. */
    @Query("""
            INSERT INTO activity_group AS g (participant_id, group_values, occurred_at, external_id)
            SELECT DISTINCT ON (participant_id) *
            FROM unnest(:groups.participantId, :groups.group, :groups.occurredAt, :groups.externalId)
                 AS s (participant_id, group_values, occurred_at, external_id)
            ORDER BY participant_id, occurred_at DESC, external_id DESC
            ON CONFLICT (participant_id) DO UPDATE
            SET group_values = excluded.group_values, occurred_at = excluded.occurred_at,
                external_id = excluded.external_id
            WHERE (excluded.occurred_at, excluded.external_id) > (g.occurred_at, g.external_id)
            """)
    abstract void saveGroups(Collection<ReportedGroup> groups);

    @Query("""
            SELECT p.id AS participant_id,
                   activity_current_group(p.group_values, p.group_set_at, g.group_values, g.occurred_at) AS group_values
            FROM participant AS p LEFT JOIN activity_group AS g ON g.participant_id = p.id
            WHERE p.id = ANY (:participants) AND (p.group_values <> '{}' OR g.participant_id IS NOT NULL)
            """)
    abstract List<ParticipantGroup> listGroups(Collection<Long> participants);

    Map<Long, Group> groups(Collection<Long> participants) {
        return listGroups(participants).stream()
                .collect(toMap(ParticipantGroup::participantId, ParticipantGroup::groupValues));
    }

    /** Days of a participant by a day rule. Both dates are inclusive. */
    public record TallyRange(long participantId, DayRule dayRule, LocalDate startDate, LocalDate endDate) {
        public int dayCount() {
            return (int) ChronoUnit.DAYS.between(startDate, endDate) + 1;
        }
    }
}
