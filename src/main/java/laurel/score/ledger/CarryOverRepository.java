package laurel.score.ledger;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.window.Window;

/** SQL of {@link CarryOver}. */
@Singleton
class CarryOverRepository {
    /** Groups that have entries, with their sort orders. */
    private static final String CREATE_RANKINGS = """
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT :slice::bigint << 40 | nextval('ranking_number'), r.app_id, r.leaderboard_id, :to, r.sort_order, r.group_values
            FROM ranking AS r
            WHERE r.window_id = :from
              AND (EXISTS (SELECT FROM <from> AS e WHERE e.ranking_id = r.id)
                   OR EXISTS (SELECT FROM restriction_entry AS e WHERE e.ranking_id = r.id))
            ON CONFLICT (window_id, group_values) DO NOTHING
            """;

    /**
     * A participant has the same score in each grouping, unless groups have update modes of their own ({@code :byGrouping}).
     * The groups together have a value for each attribute. PostgreSQL
     * rounds halves away from 0; the even neighbour of a half is twice its rounded half. The statement does not join rows
     * that it has just written, because the planner has no statistics of them; so it is one pass.
     */
    private static final String CARRY = """
            WITH participants AS MATERIALIZED (
                SELECT :firstId + nextval('score_submission_number') AS id, w.participant_id, w.id_key, w.grouping,
                       w.rankings, w.sort_orders,
                       (CASE abs(w.part - trunc(w.part)) WHEN 0.5 THEN 2 * round(w.part * 0.5) ELSE round(w.part) END)::bigint
                           AS score,
                       (SELECT coalesce(jsonb_object_agg(g.key, g.value), '{}')
                        FROM unnest(w.groups) AS u (group_values) CROSS JOIN LATERAL jsonb_each(u.group_values) AS g)
                           AS group_values
                FROM (
                    SELECT e.participant_id, min(e.id_key) AS id_key, g.attributes AS grouping,
                           array_agg(t.id) AS rankings, array_agg(f.sort_order) AS sort_orders,
                           array_agg(f.group_values) AS groups,
                           max(to_score(e.sort_key, f.sort_order)) * :fraction::numeric AS part
                    FROM ranking AS f
                    CROSS JOIN LATERAL (
                        SELECT CASE WHEN :byGrouping THEN ARRAY(SELECT jsonb_object_keys(f.group_values)) END AS attributes
                    ) AS g
                    JOIN ranking AS t ON t.window_id = :to AND t.group_values = f.group_values
                    CROSS JOIN LATERAL (
                        SELECT l.participant_id, l.id_key, l.sort_key FROM <from> AS l WHERE l.ranking_id = f.id OFFSET 0) AS e
                    WHERE f.window_id = :from
                    GROUP BY e.participant_id, g.attributes
                ) AS w
            ), carried AS (
                INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at,
                                              received_at, board_time, group_values, window_ids, carried_from, carried_grouping)
                SELECT id, :app, :board, participant_id, score, 0, :startsAt, :now, :boardTime, group_values,
                       ARRAY[:to]::bigint[], :from, grouping
                FROM participants
            )
            INSERT INTO <to> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id)
            SELECT r.id, w.participant_id,
                   sort_key(w.score, r.sort_order), sort_key(0::bigint, r.sort_order),
                   :tieKey, w.id_key, :startsAt, w.id
            FROM participants AS w CROSS JOIN LATERAL unnest(w.rankings, w.sort_orders) AS r (id, sort_order)
            """;

    private static final String WITHHELD = "restriction_entry";

    private static final String RANKINGS = "SELECT id FROM ranking WHERE window_id = :window ORDER BY id";

    private final Sql sql;

    CarryOverRepository(Sql sql) {
        this.sql = sql;
    }

    void createRankings(Window from, Window to) {
        sql.of(CREATE_RANKINGS.replace("<from>", from.entryTable()))
                .bind("slice", to.sliceId())
                .bind("from", from.id())
                .bind("to", to.id())
                .execute();
    }

    /** Carries the entries that are ranked, and those that are withheld. */
    void carry(Leaderboard board, Window from, Window to, BigDecimal fraction, Instant now) {
        NoTimeout.applyTo(sql);
        carry(
                CARRY.replace("<from>", from.entryTable()).replace("<to>", to.entryTable()),
                board,
                from,
                to,
                fraction,
                now);
        carry(CARRY.replace("<from>", WITHHELD).replace("<to>", WITHHELD), board, from, to, fraction, now);
    }

    private void carry(String text, Leaderboard board, Window from, Window to, BigDecimal fraction, Instant now) {
        Instant startsAt = requireNonNull(to.startsAt());
        sql.of(text)
                .bind("from", from.id())
                .bind("to", to.id())
                .bind("fraction", fraction)
                .bind("byGrouping", board.hasGroupUpdateModes())
                .bind("firstId", PartitionedId.first(Ledger.month(now)))
                .bind("app", board.appId())
                .bind("board", board.id())
                .bind("startsAt", startsAt)
                .bind("now", now)
                .bind("boardTime", board.time(now))
                .bind("tieKey", board.tieRule().key(startsAt))
                .execute();
    }

    List<Long> rankings(Window window) {
        return sql.of(RANKINGS).bind("window", window.id()).list(Long.class);
    }
}
