package laurel.score.backfill;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.score.entry.EntryRepository;
import laurel.score.ledger.Derivation;
import laurel.score.ledger.DerivationScope;
import laurel.window.RankingId;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/** Replaces the entries of whole windows by those derived from the ledger. Intermediate results stay in temporary tables. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class BackfilledEntryRepository implements SqlRepository {
    /** The derived entries, the current ones, and their differences. */
    private static final List<String> TABLES =
            List.of("""
            CREATE TEMPORARY TABLE backfilled (
                window_id bigint, ranking_id bigint, participant_id bigint, group_values jsonb, score numeric, subscore numeric,
                sort_key bigint, subscore_key bigint, tie_key bigint, achieved_at timestamptz, submission_id bigint,
                metadata jsonb) ON COMMIT DROP
            """, "CREATE TEMPORARY TABLE current_entry (LIKE entry) ON COMMIT DROP", """
            CREATE TEMPORARY TABLE entry_difference (
                LIKE entry, removed boolean, previous_key bigint) ON COMMIT DROP
            """);

    private static final String READ_CURRENT = """
            INSERT INTO current_entry
            SELECT e.* FROM ranking AS r
            CROSS JOIN LATERAL (SELECT * FROM <entry> AS s WHERE s.ranking_id = r.id OFFSET 0) AS e
            WHERE r.window_id = ANY (:windows)
            """;

    /** Updates one partition. */
    private static final List<String> WRITE = List.of("""
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id,
                                 metadata)
            SELECT ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id, metadata
            FROM entry_difference
            WHERE ranking_id = ANY (:rankings) AND NOT removed
            ON CONFLICT (ranking_id, participant_id) DO UPDATE
            SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key,
                achieved_at = excluded.achieved_at, submission_id = excluded.submission_id, metadata = excluded.metadata
            """, """
            DELETE FROM <entry> AS e USING entry_difference AS d
            WHERE d.ranking_id = ANY (:rankings) AND d.removed
              AND e.ranking_id = d.ranking_id AND e.participant_id = d.participant_id
            """);

    private final Sql sql;

    BackfilledEntryRepository(Sql sql) {
        this.sql = sql;
    }

    /** A change of an entry. */
    @Introspected
    record EntryDifference(
            long rankingId,
            long participantId,
            long windowId,
            String window,
            ZoneId timeZone,
            @Nullable Instant startsAt,
            Group groupValues,
            @Nullable Long previousScore,
            @Nullable Long score) {
        EntryRepository.EntryKey key() {
            return new EntryRepository.EntryKey(rankingId, participantId);
        }
    }

    /**
     * A ranking with changed entries.
     *
     * @param changedCount number of changed entries
     * @param entryCount   number of entries after the change
     * @param indexed      whether it has a rank index
     */
    @Introspected
    record ChangedRanking(long rankingId, long windowId, int changedCount, int entryCount, boolean indexed) {}

    /**
     * Derives the entries of these windows. Returns false if a sum exceeds 64 bits.
     *
     * @param range contains all submissions of the windows
     */
    boolean derive(Leaderboard board, List<DerivationScope> scopes, TimeRange range) {
        TABLES.forEach(sql::execute);
        derive(board, DerivationScope.groupingTexts(board), scopes, range);
        return !outOfRange();
    }

    @Query("WITH scopes AS MATERIALIZED (" + Derivation.AT_PRESENT + "), derived AS MATERIALIZED ("
            + Derivation.OF_BOARD
            + """
            )
            INSERT INTO backfilled (window_id, participant_id, group_values, score, subscore, achieved_at, submission_id, metadata)
            SELECT d.window_id, d.participant_id, group_of(d.group_values, g.attributes), d.score, d.subscore, d.achieved_at,
                   d.submission_id, d.metadata
            FROM derived AS d
            JOIN (SELECT string_to_array(one, ',') AS attributes FROM unnest(:groupings) AS one) AS g
              ON d.grouping IS NULL OR d.grouping = g.attributes
            """)
    abstract void derive(Leaderboard board, List<String> groupings, List<DerivationScope> scopes, TimeRange range);

    @Query("""
            SELECT EXISTS (SELECT FROM backfilled WHERE score NOT BETWEEN -9223372036854775808 AND 9223372036854775807
                                                 OR subscore NOT BETWEEN -9223372036854775808 AND 9223372036854775807)
            """)
    abstract boolean outOfRange();

    /** Returns the groups of the derived entries. */
    @Query("SELECT DISTINCT window_id, group_values AS \"group\" FROM backfilled")
    abstract List<RankingKey> groups();

    /** Sets the sort keys of the derived entries. Call it after each group has a ranking. */
    void sort() {
        setKeys();
        sql.execute("CREATE INDEX ON backfilled (ranking_id)");
    }

    /** Computes the same keys as {@link laurel.leaderboard.SortOrder#key} and {@link laurel.leaderboard.TieRule#key}. */
    @Query("""
            UPDATE backfilled SET
                ranking_id = r.id,
                sort_key = sort_key(backfilled.score::bigint, r.sort_order),
                subscore_key = sort_key(backfilled.subscore::bigint, r.sort_order),
                tie_key = tie_key(backfilled.achieved_at, b.tie_rule)
            FROM ranking AS r JOIN leaderboard AS b ON b.id = r.leaderboard_id
            WHERE r.window_id = backfilled.window_id AND r.group_values = backfilled.group_values
            """)
    abstract void setKeys();

    /** Replaces the withheld entries of these windows by the derived entries of participants that are banned or hidden. */
    void withhold(Leaderboard board, Collection<Long> windows) {
        deleteWithheld(windows);
        insertWithheld(board);
    }

    @Query("""
            DELETE FROM restriction_entry WHERE ranking_id IN (SELECT r.id FROM ranking AS r WHERE r.window_id = ANY (:windows))
            """)
    abstract void deleteWithheld(Collection<Long> windows);

    @Query("""
            WITH withheld AS (
                DELETE FROM backfilled AS f USING participant_restriction AS x
                WHERE x.participant_id = f.participant_id AND x.ended_at IS NULL
                  AND (x.leaderboard_id IS NULL OR x.leaderboard_id = :board.id)
                RETURNING f.*
            )
            INSERT INTO restriction_entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                        submission_id, metadata)
            SELECT f.ranking_id, f.participant_id, f.sort_key, f.subscore_key, f.tie_key,
                   id_key(p.entity_type, p.external_id), f.achieved_at, f.submission_id, f.metadata
            FROM withheld AS f
            JOIN participant AS p ON p.id = f.participant_id
            """)
    abstract void insertWithheld(Leaderboard board);

    /** Reads the current entries of these windows, which are in one partition. */
    void readCurrent(String table, Collection<Long> windows) {
        sql.of(READ_CURRENT.replace("<entry>", table))
                .bindEach("windows", Long.class, windows)
                .execute();
    }

    /** Compares the derived entries with the current ones. */
    List<ChangedRanking> compare() {
        // Autovacuum does not analyze temporary tables.
        sql.execute("ANALYZE backfilled, current_entry");
        findDifferences();
        sql.execute("CREATE INDEX ON entry_difference (ranking_id)");
        sql.execute("ANALYZE entry_difference");
        return touched();
    }

    @Query("""
            INSERT INTO entry_difference (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                    submission_id, metadata, removed, previous_key)
            SELECT coalesce(f.ranking_id, s.ranking_id), coalesce(f.participant_id, s.participant_id),
                   coalesce(f.sort_key, s.sort_key), coalesce(f.subscore_key, s.subscore_key), coalesce(f.tie_key, s.tie_key),
                   coalesce(s.id_key, (SELECT id_key(p.entity_type, p.external_id) FROM participant AS p
                                       WHERE p.id = f.participant_id)),
                   coalesce(f.achieved_at, s.achieved_at), coalesce(f.submission_id, s.submission_id), f.metadata,
                   f.ranking_id IS NULL, s.sort_key
            FROM backfilled AS f
            FULL JOIN current_entry AS s ON s.ranking_id = f.ranking_id AND s.participant_id = f.participant_id
            WHERE (f.sort_key, f.subscore_key, f.tie_key, f.achieved_at, f.submission_id, f.metadata)
                  IS DISTINCT FROM (s.sort_key, s.subscore_key, s.tie_key, s.achieved_at, s.submission_id, s.metadata)
            """)
    abstract void findDifferences();

    @Query("""
            SELECT d.ranking_id, r.window_id, d.changed_count,
                   (SELECT count(*) FROM backfilled AS f WHERE f.ranking_id = d.ranking_id) AS entry_count,
                   EXISTS (SELECT FROM rankindex_node AS b WHERE b.ranking_id = d.ranking_id) AS indexed
            FROM (SELECT ranking_id, count(*) AS changed_count FROM entry_difference GROUP BY ranking_id) AS d
            JOIN ranking AS r ON r.id = d.ranking_id
            ORDER BY d.ranking_id
            """)
    abstract List<ChangedRanking> touched();

    /** Returns changes: of the newest windows first, of the group of everyone first, the best entries first. */
    @Query("""
            SELECT d.ranking_id, d.participant_id, r.window_id, w.name AS window, w.time_zone, w.starts_at, r.group_values,
                   to_score(d.previous_key, r.sort_order) AS previous_score,
                   CASE WHEN NOT d.removed THEN to_score(d.sort_key, r.sort_order) END AS score
            FROM entry_difference AS d
            JOIN ranking AS r ON r.id = d.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            ORDER BY coalesce(w.starts_at, '-infinity') DESC, w.time_zone, r.group_values, d.removed, d.sort_key, d.subscore_key,
                     d.tie_key, d.id_key
            LIMIT :limit
            """)
    abstract List<EntryDifference> firstDifferences(int limit);

    /** Writes the changes of these rankings, which are in one partition. */
    void write(List<Long> rankings) {
        String table = RankingId.entryTable(rankings.getFirst());
        for (String statement : WRITE) {
            sql.of(statement.replace("<entry>", table))
                    .bindEach("rankings", Long.class, rankings)
                    .execute();
        }
    }
}
