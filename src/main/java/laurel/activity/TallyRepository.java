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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import laurel.activity.TallyIncrements.Change;
import laurel.activity.TallyIncrements.TallyKey;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.streak.DayRule;

/** Stores daily tallies. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class TallyRepository implements SqlRepository {
    private static final String TALLIES = """
            t.participant_id, t.day_rule_id, t.day,
                   jsonb_agg(jsonb_build_object('eventType', t.type, 'role', t.part, 'eventCount', t.events, 'valueSum', t.total,
                       'peerCount', (SELECT count(*) FROM daily_peer AS p
                                 WHERE (p.participant_id, p.day_rule_id, p.day, p.type, p.part)
                                       = (t.participant_id, t.day_rule_id, t.day, t.type, t.part) AND p.events > 0))
                       ORDER BY t.type, t.part) AS lines
            """;
    private static final String BETWEEN = "SELECT " + TALLIES + """
            FROM daily_tally AS t
            WHERE t.day_rule_id = :rule AND t.day BETWEEN :from AND :through AND t.events > 0
            GROUP BY t.participant_id, t.day_rule_id, t.day
            ORDER BY t.participant_id, t.day
            """;
    private static final int STREAMED = 1_000;

    private final Sql sql;

    TallyRepository(Sql sql) {
        this.sql = sql;
    }

    /** What an event says about where a participant belongs. */
    record Belonging(long participantId, Group group, Instant occurredAt, String eventId) {}

    @Introspected
    record PeerCount(ParticipantDay lastDay, int peers) {}

    @Introspected
    record GroupRow(long participantId, Group groupValues) {}

    /** Changes the tallies, each row once. */
    void add(TallyIncrements counting) {
        write(counting.tallies(), Change::events, this::addTallies, this::takeTallies);
        write(counting.peers(), Integer::intValue, this::addPeers, this::takePeers);
    }

    /** What there is less of is written apart, because a row of less than nothing could not even be proposed. */
    private static <K, V> void write(
            Map<K, V> changes, ToIntFunction<V> events, Consumer<Map<K, V>> add, Consumer<Map<K, V>> take) {
        Map<K, V> more = new HashMap<>();
        Map<K, V> less = new HashMap<>();
        changes.forEach((row, change) -> (events.applyAsInt(change) < 0 ? less : more).put(row, change));
        if (!more.isEmpty()) {
            add.accept(more);
        }
        if (!less.isEmpty()) {
            take.accept(less);
        }
    }

    @Query("""
            INSERT INTO daily_tally AS t (day_rule_id, participant_id, day, type, part, events, total)
            SELECT * FROM unnest(:changes.key.dayRuleId, :changes.key.participantId, :changes.key.day, :changes.key.type,
                                 :changes.key.part, :changes.value.events, :changes.value.total)
            ON CONFLICT (participant_id, day_rule_id, day, type, part)
            DO UPDATE SET events = t.events + excluded.events, total = t.total + excluded.total
            """)
    abstract void addTallies(Map<TallyKey, Change> changes);

    @Query("""
            UPDATE daily_tally AS t SET events = t.events + s.events, total = t.total + s.total
            FROM unnest(:changes.key.dayRuleId, :changes.key.participantId, :changes.key.day, :changes.key.type,
                        :changes.key.part, :changes.value.events, :changes.value.total)
                 AS s (day_rule_id, participant_id, day, type, part, events, total)
            WHERE (t.participant_id, t.day_rule_id, t.day, t.type, t.part)
                  = (s.participant_id, s.day_rule_id, s.day, s.type, s.part)
            """)
    abstract void takeTallies(Map<TallyKey, Change> changes);

    @Query("""
            INSERT INTO daily_peer AS t (day_rule_id, participant_id, day, type, part, peer_id, events)
            SELECT * FROM unnest(:changes.key.line.dayRuleId, :changes.key.line.participantId, :changes.key.line.day,
                                 :changes.key.line.type, :changes.key.line.part, :changes.key.peerId, :changes.value)
            ON CONFLICT (participant_id, day_rule_id, day, type, part, peer_id)
            DO UPDATE SET events = t.events + excluded.events
            """)
    abstract void addPeers(Map<TallyKey.WithPeer, Integer> changes);

    @Query("""
            UPDATE daily_peer AS t SET events = t.events + s.events
            FROM unnest(:changes.key.line.dayRuleId, :changes.key.line.participantId, :changes.key.line.day,
                        :changes.key.line.type, :changes.key.line.part, :changes.key.peerId, :changes.value)
                 AS s (day_rule_id, participant_id, day, type, part, peer_id, events)
            WHERE (t.participant_id, t.day_rule_id, t.day, t.type, t.part, t.peer_id)
                  = (s.participant_id, s.day_rule_id, s.day, s.type, s.part, s.peer_id)
            """)
    abstract void takePeers(Map<TallyKey.WithPeer, Integer> changes);

    @Query("SELECT " + TALLIES + """
            FROM unnest(:days.dayRuleId, :days.participantId, :days.day) AS wanted (day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT * FROM daily_tally AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day = wanted.day AND l.events > 0
                OFFSET 0) AS t
            GROUP BY t.participant_id, t.day_rule_id, t.day
            """)
    abstract List<DailyTally> list(Collection<ParticipantDay> days);

    /** The tallies of these days; one on which nothing is counted is absent. */
    Map<ParticipantDay, DailyTally> of(Collection<ParticipantDay> days) {
        return list(days).stream().collect(toMap(DailyTally::day, Function.identity()));
    }

    @Query("SELECT wanted.n, " + TALLIES + """
            FROM unnest(:rules, :stretches.participantId, :stretches.from, :stretches.through) WITH ORDINALITY
                 AS wanted (day_rule_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                SELECT * FROM daily_tally AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day BETWEEN wanted.from_day AND wanted.through AND l.events > 0
                OFFSET 0) AS t
            GROUP BY wanted.n, t.participant_id, t.day_rule_id, t.day
            ORDER BY wanted.n, t.day
            """)
    abstract List<Numbered<DailyTally>> list(List<Integer> rules, List<Stretch> stretches);

    /**
     * The tallies of each stretch of days, in their order; a stretch that has none is absent.
     *
     * @param rules the ids of the rules of the stretches, in their order
     */
    Map<Stretch, List<DailyTally>> ofDays(List<Integer> rules, List<Stretch> stretches) {
        return Numbered.lists(stretches, list(rules, stretches));
    }

    Stream<DailyTally> between(int rule, LocalDate from, LocalDate through) {
        return sql.of(BETWEEN).bind("rule", rule).bind("from", from).bind("through", through).stream(
                DailyTally.class, STREAMED);
    }

    @Query("""
            SELECT wanted.*, p.peers
            FROM unnest(:lastDays.dayRuleId, :lastDays.participantId, :lastDays.day)
                 AS wanted (day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT count(DISTINCT l.peer_id)::integer AS peers FROM daily_peer AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day BETWEEN wanted.day - :before AND wanted.day AND l.events > 0) AS p
            """)
    abstract List<PeerCount> countPeers(Collection<ParticipantDay> lastDays, int before);

    /** How many peers each has in its day and so many before. */
    Map<ParticipantDay, Integer> peers(Collection<ParticipantDay> lastDays, int before) {
        return countPeers(lastDays, before).stream().collect(toMap(PeerCount::lastDay, PeerCount::peers));
    }

    /** Keeps what is the latest of each participant. */
    @Query("""
            INSERT INTO activity_group AS g (participant_id, group_values, occurred_at, event_id)
            SELECT DISTINCT ON (participant_id) *
            FROM unnest(:said.participantId, :said.group, :said.occurredAt, :said.eventId)
                 AS s (participant_id, group_values, occurred_at, event_id)
            ORDER BY participant_id, occurred_at DESC, event_id DESC
            ON CONFLICT (participant_id) DO UPDATE
            SET group_values = excluded.group_values, occurred_at = excluded.occurred_at, event_id = excluded.event_id
            WHERE (excluded.occurred_at, excluded.event_id) > (g.occurred_at, g.event_id)
            """)
    abstract void learn(Collection<Belonging> said);

    @Query("SELECT participant_id, group_values FROM activity_group WHERE participant_id = ANY (:participants)")
    abstract List<GroupRow> listGroups(Collection<Long> participants);

    Map<Long, Group> groups(Collection<Long> participants) {
        return listGroups(participants).stream().collect(toMap(GroupRow::participantId, GroupRow::groupValues));
    }

    /** Days of a participant, the last of them included. */
    public record Stretch(long participantId, DayRule rule, LocalDate from, LocalDate through) {
        public int days() {
            return (int) ChronoUnit.DAYS.between(from, through) + 1;
        }
    }
}
