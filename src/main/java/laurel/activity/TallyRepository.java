package laurel.activity;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.leaderboard.Group;
import laurel.streak.DayRule;

@Singleton
class TallyRepository {
    private static final String ADD = """
            INSERT INTO daily_tally AS t (day_rule_id, participant_id, day, type, part, events, total)
            SELECT * FROM unnest(:rules, :participants, :days, :types, :parts, :events, :totals)
            ON CONFLICT (participant_id, day_rule_id, day, type, part)
            DO UPDATE SET events = t.events + excluded.events, total = t.total + excluded.total
            """;
    private static final String ADD_PEERS = """
            INSERT INTO daily_peer AS t (day_rule_id, participant_id, day, type, part, peer_id, events)
            SELECT * FROM unnest(:rules, :participants, :days, :types, :parts, :peers, :events)
            ON CONFLICT (participant_id, day_rule_id, day, type, part, peer_id)
            DO UPDATE SET events = t.events + excluded.events
            """;
    /** Apart, because a row of less than nothing could not even be proposed. */
    private static final String TAKE = """
            UPDATE daily_tally AS t SET events = t.events + s.events, total = t.total + s.total
            FROM unnest(:rules, :participants, :days, :types, :parts, :events, :totals)
                 AS s (day_rule_id, participant_id, day, type, part, events, total)
            WHERE (t.participant_id, t.day_rule_id, t.day, t.type, t.part)
                  = (s.participant_id, s.day_rule_id, s.day, s.type, s.part)
            """;

    private static final String TAKE_PEERS = """
            UPDATE daily_peer AS t SET events = t.events + s.events
            FROM unnest(:rules, :participants, :days, :types, :parts, :peers, :events)
                 AS s (day_rule_id, participant_id, day, type, part, peer_id, events)
            WHERE (t.participant_id, t.day_rule_id, t.day, t.type, t.part, t.peer_id)
                  = (s.participant_id, s.day_rule_id, s.day, s.type, s.part, s.peer_id)
            """;

    private static final String LINES = """
            t.participant_id, t.day_rule_id, t.day,
                   jsonb_agg(jsonb_build_object('type', t.type, 'part', t.part, 'events', t.events, 'total', t.total,
                       'peers', (SELECT count(*) FROM daily_peer AS p
                                 WHERE (p.participant_id, p.day_rule_id, p.day, p.type, p.part)
                                       = (t.participant_id, t.day_rule_id, t.day, t.type, t.part) AND p.events > 0))
                       ORDER BY t.type, t.part) AS lines
            """;
    private static final String OF = "SELECT 0::bigint AS n, " + LINES + """
            FROM unnest(:rules, :participants, :days) AS wanted (day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT * FROM daily_tally AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day = wanted.day AND l.events > 0
                OFFSET 0) AS t
            GROUP BY t.participant_id, t.day_rule_id, t.day
            """;
    private static final String OF_DAYS = "SELECT wanted.n, " + LINES + """
            FROM unnest(:rules, :participants, :froms, :throughs) WITH ORDINALITY
                 AS wanted (day_rule_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                SELECT * FROM daily_tally AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day BETWEEN wanted.from_day AND wanted.through AND l.events > 0
                OFFSET 0) AS t
            GROUP BY wanted.n, t.participant_id, t.day_rule_id, t.day
            ORDER BY wanted.n, t.day
            """;
    private static final String BETWEEN = "SELECT 0::bigint AS n, " + LINES + """
            FROM daily_tally AS t
            WHERE t.day_rule_id = :rule AND t.day BETWEEN :from AND :through AND t.events > 0
            GROUP BY t.participant_id, t.day_rule_id, t.day
            ORDER BY t.participant_id, t.day
            """;
    private static final String PEERS = """
            SELECT wanted.n, p.peers
            FROM unnest(:rules, :participants, :days) WITH ORDINALITY AS wanted (day_rule_id, participant_id, day, n)
            CROSS JOIN LATERAL (
                SELECT count(DISTINCT l.peer_id)::integer AS peers FROM daily_peer AS l
                WHERE l.participant_id = wanted.participant_id AND l.day_rule_id = wanted.day_rule_id
                  AND l.day BETWEEN wanted.day - :before AND wanted.day AND l.events > 0) AS p
            """;
    private static final String LEARN_GROUPS = """
            INSERT INTO activity_group AS g (participant_id, group_values, occurred_at, event_id)
            SELECT DISTINCT ON (participant_id) *
            FROM unnest(:participants, :groups, :occurredAts, :eventIds) AS s (participant_id, group_values, occurred_at, event_id)
            ORDER BY participant_id, occurred_at DESC, event_id DESC
            ON CONFLICT (participant_id) DO UPDATE
            SET group_values = excluded.group_values, occurred_at = excluded.occurred_at, event_id = excluded.event_id
            WHERE (excluded.occurred_at, excluded.event_id) > (g.occurred_at, g.event_id)
            """;
    private static final String GROUPS =
            "SELECT participant_id, group_values FROM activity_group WHERE participant_id = ANY (:participants)";

    private static final int STREAMED = 1_000;

    private final Sql sql;

    TallyRepository(Sql sql) {
        this.sql = sql;
    }

    /** What an event says about where a participant belongs. */
    record Belonging(long participantId, Group group, Instant occurredAt, String eventId) {}

    @Introspected
    record PeerCount(long n, int peers) {}

    /** Of the n-th who asks, from 1, where there are several. */
    @Introspected
    record Row(long n, long participantId, int dayRuleId, LocalDate day, List<DailyTally.Line> lines) {
        DailyTally tally() {
            return new DailyTally(new ParticipantDay(dayRuleId, participantId, day), lines);
        }
    }

    @Introspected
    record GroupRow(long participantId, Group groupValues) {}

    /** Changes the tallies, each row once. */
    void add(Counting counting) {
        write(ADD, TAKE, counting.tallies(), Counting.Change::events, TallyRepository::bindTallies);
        write(ADD_PEERS, TAKE_PEERS, counting.peers(), Integer::intValue, TallyRepository::bindPeers);
    }

    private interface Bind<K, V> {
        Statement rows(Statement statement, List<Entry<K, V>> rows);
    }

    private <K, V> void write(String add, String take, Map<K, V> changes, ToIntFunction<V> events, Bind<K, V> bind) {
        List<Entry<K, V>> more = new ArrayList<>();
        List<Entry<K, V>> less = new ArrayList<>();
        changes.entrySet().forEach(row -> (events.applyAsInt(row.getValue()) < 0 ? less : more).add(row));
        if (!more.isEmpty()) {
            var update = sql.of(add);
            bind.rows(update, more);
            update.execute();
        }
        if (!less.isEmpty()) {
            var update = sql.of(take);
            bind.rows(update, less);
            update.execute();
        }
    }

    private static Statement bindTallies(Statement statement, List<Entry<TallyKey, Counting.Change>> rows) {
        bindLines(statement, rows.stream().map(Entry::getKey).toList());
        statement.bindArray(
                "events", Integer.class, column(rows, row -> row.getValue().events()));
        return statement.bindArray(
                "totals", BigDecimal.class, column(rows, row -> row.getValue().total()));
    }

    private static Statement bindPeers(Statement statement, List<Entry<TallyKey.WithPeer, Integer>> rows) {
        bindLines(statement, rows.stream().map(row -> row.getKey().line()).toList());
        statement.bindArray(
                "peers", Long.class, column(rows, row -> row.getKey().peerId()));
        return statement.bindArray("events", Integer.class, column(rows, Entry::getValue));
    }

    private static void bindLines(Statement statement, List<TallyKey> lines) {
        statement.bindArray("rules", Integer.class, column(lines, TallyKey::dayRuleId));
        statement.bindArray("participants", Long.class, column(lines, TallyKey::participantId));
        statement.bindArray("days", LocalDate.class, column(lines, TallyKey::day));
        statement.bindArray("types", String.class, column(lines, TallyKey::type));
        statement.bindArray(
                "parts", String.class, column(lines, line -> line.part().name()));
    }

    /** The tallies of these days; where nothing is counted it is absent. */
    Map<ParticipantDay, DailyTally> of(Collection<ParticipantDay> days) {
        return bind(sql.of(OF), days).list(Row.class).stream()
                .collect(Collectors.toMap(row -> row.tally().day(), Row::tally));
    }

    /** The tallies of each stretch of days, in their order; where there are none it is absent. */
    Map<TalliesOf, List<DailyTally>> ofDays(List<TalliesOf> asked, Map<DayRule, Integer> rules) {
        return sql
                .of(OF_DAYS)
                .bindArray("rules", Integer.class, column(asked, one -> rules.get(one.rule())))
                .bindArray("participants", Long.class, column(asked, TalliesOf::participantId))
                .bindArray("froms", LocalDate.class, column(asked, TalliesOf::from))
                .bindArray("throughs", LocalDate.class, column(asked, TalliesOf::through))
                .list(Row.class)
                .stream()
                .collect(Collectors.groupingBy(
                        row -> asked.get((int) row.n - 1), Collectors.mapping(Row::tally, Collectors.toList())));
    }

    Stream<DailyTally> between(int rule, LocalDate from, LocalDate through) {
        return sql.of(BETWEEN).bind("rule", rule).bind("from", from).bind("through", through).stream(
                        Row.class, STREAMED)
                .map(Row::tally);
    }

    /** How many peers each has in its day and so many before. */
    Map<ParticipantDay, Integer> peers(List<ParticipantDay> lastDays, int before) {
        return bind(sql.of(PEERS), lastDays).bind("before", before).list(PeerCount.class).stream()
                .collect(Collectors.toMap(row -> lastDays.get((int) row.n - 1), PeerCount::peers));
    }

    private static Statement bind(Statement statement, Collection<ParticipantDay> days) {
        return statement
                .bindArray("rules", Integer.class, column(days, ParticipantDay::dayRuleId))
                .bindArray("participants", Long.class, column(days, ParticipantDay::participantId))
                .bindArray("days", LocalDate.class, column(days, ParticipantDay::day));
    }

    /** Keeps what is the latest of each participant. */
    void learn(Collection<Belonging> said) {
        sql.of(LEARN_GROUPS)
                .bindArray("participants", Long.class, column(said, Belonging::participantId))
                .bindArray("groups", Group.class, column(said, one -> one.group()))
                .bindArray("occurredAts", Instant.class, column(said, Belonging::occurredAt))
                .bindArray("eventIds", String.class, column(said, Belonging::eventId))
                .execute();
    }

    Map<Long, Group> groups(Collection<Long> participants) {
        return sql.of(GROUPS).bindArray("participants", Long.class, participants).list(GroupRow.class).stream()
                .collect(Collectors.toMap(GroupRow::participantId, GroupRow::groupValues));
    }
}
