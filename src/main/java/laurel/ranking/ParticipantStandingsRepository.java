package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.leaderboard.WindowKind;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Finds the rankings in which participants have entries, with one statement over the given partitions. */
@Singleton
class ParticipantStandingsRepository {
    private static final String KINDS = array(Stream.of(WindowKind.values()));
    private static final String DAILY_KINDS = array(Stream.of(WindowKind.values())
            .sorted(Comparator.comparingInt(ParticipantStandingsRepository::distanceFromDay)));
    /** As in {@link StandingListKey}; with the order of Java, because items of several statements are merged. */
    private static final String LIST_KEY = "CASE WHEN input.daily THEN 0 ELSE <age> END, l.key COLLATE \"C\","
            + " array_position(<kinds>, w.kind), w.definition COLLATE \"C\", <age>, r.group_values";

    private static final String AGE =
            "coalesce(-(extract(epoch FROM w.starts_at) * 1000000)::bigint, 9223372036854775807)";
    /** The key of the first window definition of a leaderboard whose kind is closest to a day. */
    private static final String DAILY = """
            (SELECT d.value ->> 'key'
             FROM jsonb_array_elements(l.window_definitions) WITH ORDINALITY AS d (value, n)
             ORDER BY array_position(<daily kinds>, d.value ->> 'kind'), d.n LIMIT 1)""";
    /** Windows of a definition end in the order of their starts: if any before this one has not ended, the last of them has not. */
    private static final String OLDEST = """
            coalesce((SELECT q.ends_at
                      FROM leaderboard_window AS q
                      WHERE q.leaderboard_id = w.leaderboard_id AND q.definition = w.definition AND q.time_zone = w.time_zone
                        AND coalesce(q.starts_at, '-infinity') < w.starts_at
                      ORDER BY coalesce(q.starts_at, '-infinity') DESC LIMIT 1) <= present.now, true)""";

    private static final String ENTRIES =
            "(SELECT e.ranking_id FROM <entry> AS e WHERE e.participant_id = input.participant)";

    /**
     * LATERAL with OFFSET 0 makes it index look-ups per entry, regardless of statistics. On the first page all columns of the
     * start key are null except for an age that is before all others.
     */
    private static final String RANKINGS = """
            SELECT input.query_number, s.*
            FROM unnest(:queryNumber, :input.query.app, :input.query.participant, :input.query.daily, :input.query.now,
                        :input.query.filter.kindNames, :input.query.filter.stateNames, :input.query.filter.keys,
                        :input.query.filter.moment, :input.query.filter.at, :input.query.filter.startTime,
                        :input.query.filter.endTime, :input.query.filter.visibility, :input.query.filter.includePrivate,
                        :input.query.filter.archived, :input.query.filter.groups, :input.limit, :input.firstAge,
                        :input.after.board, :input.after.kind, :input.after.definition, :input.age, :input.after.group)
                 AS input (query_number, app, participant, daily, now, kinds, states, keys, moment, at, start_time, end_time,
                       visibility, private, archived, groups, size, after_first, after_board, after_kind, after_definition,
                       after_age, after_group)
            CROSS JOIN LATERAL (
                SELECT r.id, r.app_id, r.leaderboard_id, r.window_id, r.sort_order, r.revision, r.group_values AS "group",
                       l.decimals, l.key AS board, w.kind, w.definition, w.starts_at,
                       row_number() OVER (ORDER BY <list key>) AS item_number
                FROM (<entries>) AS m
                CROSS JOIN LATERAL (SELECT * FROM ranking AS q WHERE q.id = m.ranking_id OFFSET 0) AS r
                CROSS JOIN LATERAL (SELECT * FROM leaderboard_window AS q WHERE q.id = r.window_id OFFSET 0) AS w
                CROSS JOIN LATERAL (SELECT * FROM leaderboard AS q WHERE q.id = r.leaderboard_id OFFSET 0) AS l
                CROSS JOIN LATERAL (
                    SELECT greatest(coalesce(CASE l.clock WHEN 'SUBMISSIONS' THEN l.clock_at END, input.now),
                                    l.finalized_through) AS now) AS present
                WHERE l.app_id = input.app AND (input.private OR l.visibility = 'PUBLIC')
                  AND input.visibility IN ('ALL', l.visibility)
                  AND CASE input.archived WHEN 'EXCLUDE' THEN l.archived_at IS NULL
                                          WHEN 'ONLY' THEN l.archived_at IS NOT NULL
                                          ELSE true END
                  AND coalesce(l.key = ANY (string_to_array(input.keys, ' ')), true)
                  AND w.expired_at IS NULL AND w.kind = ANY (string_to_array(input.kinds, ' '))
                  AND CASE WHEN w.requested_revision > 0 OR w.finalizes_at <= present.now THEN 'FINAL'
                           WHEN w.ends_at <= present.now THEN 'GRACE'
                           ELSE 'OPEN' END = ANY (string_to_array(input.states, ' '))
                  AND (NOT input.moment
                       OR coalesce(w.starts_at <= coalesce(input.at, present.now), true)
                          AND coalesce(w.ends_at > coalesce(input.at, present.now), true))
                  AND coalesce(w.ends_at > input.start_time, true) AND coalesce(w.starts_at < input.end_time, true)
                  AND (input.groups = 'ALL' OR r.group_values = '{}')
                  AND (NOT input.daily OR w.definition = <daily> AND <oldest>)
                  AND (<list key>) > (coalesce(input.after_first, -9223372036854775808), input.after_board,
                                      array_position(<kinds>, input.after_kind), input.after_definition, input.after_age,
                                      input.after_group)
                ORDER BY <list key>
                LIMIT input.size) AS s
            """.replace("<daily>", DAILY)
            .replace("<oldest>", OLDEST)
            .replace("<daily kinds>", DAILY_KINDS)
            .replace("<list key>", LIST_KEY)
            .replace("<age>", AGE)
            .replace("<kinds>", KINDS);

    private final Sql sql;

    ParticipantStandingsRepository(Sql sql) {
        this.sql = sql;
    }

    private static String array(Stream<WindowKind> kinds) {
        return kinds.map(Enum::name).collect(joining("', '", "ARRAY['", "']"));
    }

    /** Returns the place of a kind among those that represent a day, from 0 for the best. */
    private static int distanceFromDay(WindowKind kind) {
        return switch (kind) {
            case DAILY -> 0;
            case HOURLY -> 1;
            case WEEKLY -> 2;
            case MONTHLY -> 3;
            case YEARLY -> 4;
            case SEASON -> 5;
            case ALL_TIME -> 6;
            case CUSTOM -> 7;
        };
    }

    /** A ranking in which a participant has an entry. */
    record ParticipantRanking(Ranking ranking, StandingListKey key) {}

    /** A row of the statement. */
    @Introspected
    record ParticipantRankingRow(
            int queryNumber,
            Ranking ranking,
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            long itemNumber) {
        ParticipantRanking item() {
            return new ParticipantRanking(
                    ranking, new StandingListKey(board, kind, definition, startsAt, ranking.group()));
        }
    }

    /** A list to read, with the types that the parameters of the statement have. */
    private record ListInput(
            ParticipantStandingsQuery query,
            @Nullable StandingListKey after,
            @Nullable Long firstAge,
            @Nullable Long age,
            int limit) {
        static ListInput of(ListRequest<ParticipantStandingsQuery, StandingListKey> list) {
            ParticipantStandingsQuery query = requireNonNull(list.filter());
            StandingListKey after = list.after();
            return new ListInput(
                    query,
                    after,
                    after == null ? null : query.firstAge(after),
                    after == null ? null : after.age(),
                    list.limit());
        }
    }

    /** Returns the first rankings of each list in these partitions, in order; lists without rankings are absent. */
    Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<ParticipantRanking>> list(
            List<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists, Collection<String> tables) {
        String text = RANKINGS.replace(
                "<entries>",
                tables.stream().map(table -> ENTRIES.replace("<entry>", table)).collect(joining("\nUNION ALL ")));
        return new PartitionedQuery()
                        .add(lists.stream().map(ListInput::of).toList(), input -> text)
                        .list(sql, ParticipantRankingRow.class)
                        .stream()
                        .sorted(Comparator.comparingLong(ParticipantRankingRow::itemNumber))
                        .collect(groupingBy(
                                row -> lists.get(row.queryNumber), mapping(ParticipantRankingRow::item, toList())));
    }
}
