package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankKey;
import laurel.score.ledger.PreparedCarryOver.CarriedRanking;
import laurel.score.ledger.PreparedCarryOver.CarryOverTerms;
import laurel.window.RankingId;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** SQL of {@link CarryOver}. */
@Singleton
class CarryOverRepository {
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('carry_over'), :board) IS NULL";

    private static final String RESERVE_WINDOW = "SELECT nextval(pg_get_serial_sequence('leaderboard_window', 'id'))";

    /** Groups that have entries, and everyone. */
    private static final String RESERVE_RANKINGS = """
            SELECT r.id AS source_id, :slice::bigint << 40 | nextval('ranking_number') AS id
            FROM ranking AS r
            WHERE r.window_id = :source AND NOT r.id = ANY (:known.sourceId)
              AND (r.group_values = '{}' OR EXISTS (SELECT FROM <source> AS e WHERE e.ranking_id = r.id)
                   OR EXISTS (SELECT FROM restriction_entry AS e WHERE e.ranking_id = r.id))
            """;

    private static final String SHARED_RANKINGS = """
            SELECT s.id AS source_id, t.id
            FROM ranking AS s JOIN ranking AS t ON t.window_id = :target AND t.group_values = s.group_values
            WHERE s.window_id = :source
            """;

    private static final String STORE_RANKINGS = """
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT t.id, r.app_id, r.leaderboard_id, :window, r.sort_order, r.group_values
            FROM unnest(:rankings.sourceId, :rankings.id) AS t (source_id, id) JOIN ranking AS r ON r.id = t.source_id
            """;

    /** All entries of the rankings. */
    private static final String ALL = """
            FROM unnest(:rankings.sourceId, :rankings.id) AS t (source_id, id)
            CROSS JOIN LATERAL (
                SELECT l.participant_id, l.id_key, l.sort_key FROM <source> AS l WHERE l.ranking_id = t.source_id OFFSET 0) AS e
            """;

    /** The entries of some participants. */
    private static final String OF_PARTICIPANTS = """
            FROM unnest(:participants) AS p (id)
            CROSS JOIN LATERAL (
                SELECT l.ranking_id, l.participant_id, l.id_key, l.sort_key FROM <source> AS l WHERE l.participant_id = p.id
                OFFSET 0) AS e
            JOIN unnest(:rankings.sourceId, :rankings.id) AS t (source_id, id) ON t.source_id = e.ranking_id
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
                       CASE coalesce(cardinality(w.groups), 0) WHEN 0 THEN '{}' WHEN 1 THEN w.groups[1]
                       ELSE (SELECT jsonb_object_agg(g.key, g.value)
                             FROM unnest(w.groups) AS u (group_values) CROSS JOIN LATERAL jsonb_each(u.group_values) AS g)
                       END AS group_values
                FROM (
                    SELECT e.participant_id, min(e.id_key) AS id_key, g.attributes AS grouping,
                           array_agg(t.id) AS rankings, array_agg(f.sort_order) AS sort_orders,
                           array_agg(f.group_values) FILTER (WHERE f.group_values <> '{}') AS groups,
                           max(to_score(e.sort_key, f.sort_order)) * :fraction::numeric AS part
                    <entries>
                    CROSS JOIN LATERAL (
                        SELECT r.sort_order, r.group_values FROM ranking AS r WHERE r.id = t.source_id OFFSET 0) AS f
                    CROSS JOIN LATERAL (
                        SELECT CASE WHEN :byGrouping THEN ARRAY(SELECT jsonb_object_keys(f.group_values)) END AS attributes
                    ) AS g
                    GROUP BY e.participant_id, g.attributes
                ) AS w
            ), carried AS (
                INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at,
                                              received_at, board_time, group_values, window_ids, carried_from, carried_grouping)
                SELECT id, :app, :board, participant_id, score, 0, :startsAt, :now, :boardTime, group_values,
                       ARRAY[:window]::bigint[], :source, grouping
                FROM participants
            )
            INSERT INTO <target> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id)
            SELECT r.id, w.participant_id,
                   sort_key(w.score, r.sort_order), sort_key(0::bigint, r.sort_order),
                   :tieKey, w.id_key, :startsAt, w.id
            FROM participants AS w CROSS JOIN LATERAL unnest(w.rankings, w.sort_orders) AS r (id, sort_order)
            """;

    /** The carried entries of some participants. */
    private static final String CARRIED = """
            FROM unnest(:participants) AS p (id)
            CROSS JOIN LATERAL (
                SELECT l.ctid AS place, l.* FROM <target> AS l WHERE l.participant_id = p.id OFFSET 0) AS e
            JOIN unnest(:rankings.id) AS t (id) ON t.id = e.ranking_id
            """;

    private static final String KEYS =
            "SELECT e.ranking_id, e.sort_key, e.subscore_key, e.tie_key, e.id_key, e.participant_id\n" + CARRIED;

    private static final String DELETE = """
            WITH deleted AS (
                DELETE FROM <target> WHERE ctid = ANY (ARRAY(SELECT e.place <carried>)) RETURNING submission_id
            )
            DELETE FROM score_submission
            WHERE id = ANY (ARRAY(SELECT submission_id FROM deleted)) AND id >= :firstId AND id < :endId
            """.replace("<carried>", CARRIED);

    private static final String WITHHELD = "restriction_entry";

    private final Sql sql;

    CarryOverRepository(Sql sql) {
        this.sql = sql;
    }

    /** The key of a carried entry. */
    @Introspected
    record CarriedKey(long rankingId, RankKey key) {
        record Entry(long rankingId, long participantId) {}

        Entry entry() {
            return new Entry(rankingId, key.participantId());
        }

        static @Nullable RankKey keyOf(@Nullable CarriedKey carried) {
            return carried == null ? null : carried.key;
        }
    }

    void lock(int board) {
        sql.of(LOCK).bind("board", board).one(Boolean.class);
    }

    /** Returns the ID of a window that is stored later. */
    long reserveWindow() {
        return sql.of(RESERVE_WINDOW).one(Long.class);
    }

    /** Returns IDs for the rankings of a window with entries, except for known ones. They are stored later. */
    List<CarriedRanking> reserveRankings(Window source, int slice, List<CarriedRanking> known) {
        return sql.of(RESERVE_RANKINGS.replace("<source>", source.entryTable()))
                .bind("source", source.id())
                .bind("slice", slice)
                .bindEach("known", CarriedRanking.class, known)
                .list(CarriedRanking.class);
    }

    /** Returns the rankings of groups that have one in both windows. */
    List<CarriedRanking> sharedRankings(Window source, Window target) {
        return sql.of(SHARED_RANKINGS)
                .bind("source", source.id())
                .bind("target", target.id())
                .list(CarriedRanking.class);
    }

    void storeRankings(long window, List<CarriedRanking> rankings) {
        sql.of(STORE_RANKINGS)
                .bind("window", window)
                .bindEach("rankings", CarriedRanking.class, rankings)
                .execute();
    }

    /** Carries all entries that are ranked. */
    void carry(PreparedCarryOver carryOver) {
        NoTimeout.applyTo(sql);
        carrying(carryOver, ALL, carryOver.source().entryTable(), target(carryOver))
                .execute();
    }

    /** Carries the entries of some participants that are ranked. */
    void carry(PreparedCarryOver carryOver, Collection<Long> participants) {
        carrying(carryOver, OF_PARTICIPANTS, carryOver.source().entryTable(), target(carryOver))
                .bindEach("participants", Long.class, participants)
                .execute();
    }

    /** Carries all entries that are withheld. */
    void carryWithheld(PreparedCarryOver carryOver) {
        carrying(carryOver, ALL, WITHHELD, WITHHELD).execute();
    }

    private Statement carrying(PreparedCarryOver carryOver, String entries, String source, String target) {
        Leaderboard board = carryOver.board();
        CarryOverTerms terms = carryOver.terms();
        Instant startsAt = terms.startsAt();
        return sql.of(CARRY.replace("<entries>", entries)
                        .replace("<source>", source)
                        .replace("<target>", target))
                .bindEach("rankings", CarriedRanking.class, carryOver.rankings())
                .bind("source", carryOver.source().id())
                .bind("window", carryOver.windowId())
                .bind("fraction", terms.fraction())
                .bind("byGrouping", board.hasGroupUpdateModes())
                .bind("firstId", PartitionedId.first(Ledger.month(terms.now())))
                .bind("app", board.appId())
                .bind("board", board.id())
                .bind("startsAt", startsAt)
                .bind("now", terms.now())
                .bind("boardTime", board.time(terms.now()))
                .bind("tieKey", board.tieRule().key(startsAt));
    }

    /** Returns the keys of the carried entries of some participants. */
    List<CarriedKey> keys(PreparedCarryOver carryOver, Collection<Long> participants) {
        return ofParticipants(KEYS, carryOver, participants).list(CarriedKey.class);
    }

    /** Deletes the carried entries of some participants, and their submissions. */
    void delete(PreparedCarryOver carryOver, Collection<Long> participants) {
        long month = Ledger.month(carryOver.terms().now());
        ofParticipants(DELETE, carryOver, participants)
                .bind("firstId", PartitionedId.first(month))
                .bind("endId", PartitionedId.first(month + 1))
                .execute();
    }

    private Statement ofParticipants(String text, PreparedCarryOver carryOver, Collection<Long> participants) {
        return sql.of(text.replace("<target>", target(carryOver)))
                .bindEach("participants", Long.class, participants)
                .bindEach("rankings", CarriedRanking.class, carryOver.rankings());
    }

    private static String target(PreparedCarryOver carryOver) {
        return RankingId.entryTable(PartitionedId.first(carryOver.sliceId()));
    }
}
