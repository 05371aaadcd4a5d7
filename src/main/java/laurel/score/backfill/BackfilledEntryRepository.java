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
import laurel.score.entry.GroupingCounts;
import laurel.score.ledger.Derivation;
import laurel.window.RankingId;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/** Makes the entries of whole windows what the ledger says. What is on the way stays in the database. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class BackfilledEntryRepository implements SqlRepository {
    /** What shall stand, what stood, and where these differ. */
    private static final List<String> TABLES =
            List.of("""
            CREATE TEMPORARY TABLE filled (
                window_id bigint, ranking_id bigint, participant_id bigint, group_values jsonb, score numeric, subscore numeric,
                sort_key bigint, subscore_key bigint, tie_key bigint, achieved_at timestamptz, submission_id bigint,
                metadata jsonb) ON COMMIT DROP
            """, "CREATE TEMPORARY TABLE stood (LIKE entry) ON COMMIT DROP", """
            CREATE TEMPORARY TABLE difference (
                LIKE entry, gone boolean, previous_key bigint) ON COMMIT DROP
            """);

    private static final String STOOD = """
            INSERT INTO stood
            SELECT e.* FROM ranking AS r
            CROSS JOIN LATERAL (SELECT * FROM <entry> AS s WHERE s.ranking_id = r.id OFFSET 0) AS e
            WHERE r.window_id = ANY (:windows)
            """;

    /** Of one partition. */
    private static final List<String> WRITE = List.of("""
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, metadata)
            SELECT ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, metadata
            FROM difference
            WHERE ranking_id = ANY (:rankings) AND NOT gone
            ON CONFLICT (ranking_id, participant_id) DO UPDATE
            SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key,
                achieved_at = excluded.achieved_at, submission_id = excluded.submission_id, metadata = excluded.metadata
            """, """
            DELETE FROM <entry> AS e USING difference AS d
            WHERE d.ranking_id = ANY (:rankings) AND d.gone
              AND e.ranking_id = d.ranking_id AND e.participant_id = d.participant_id
            """);

    private final Sql sql;

    BackfilledEntryRepository(Sql sql) {
        this.sql = sql;
    }

    /** An entry that changes, and where it is. */
    @Introspected
    record Difference(
            long rankingId,
            long participantId,
            long windowId,
            String window,
            ZoneId zone,
            @Nullable Instant startsAt,
            Group groupValues,
            @Nullable Long previousScore,
            @Nullable Long score) {
        EntryRepository.EntryKey key() {
            return new EntryRepository.EntryKey(rankingId, participantId);
        }
    }

    /**
     * A ranking of which entries change.
     *
     * @param entries how many
     * @param total   how many there are afterwards
     * @param indexed whether it has blocks
     */
    @Introspected
    record Touched(long rankingId, long windowId, int entries, int total, boolean indexed) {}

    /**
     * Derives what shall stand in these windows; false where a sum leaves 64 bits.
     *
     * @param reach within which all lies that counts in them
     */
    boolean derive(Leaderboard board, List<GroupingCounts> counting, TimeRange reach) {
        TABLES.forEach(sql::execute);
        fill(board, GroupingCounts.texts(board), counting, reach);
        return !outOfRange();
    }

    @Query("WITH asked AS MATERIALIZED (" + Derivation.AT_PRESENT + "), derived AS MATERIALIZED (" + Derivation.OF_BOARD
            + """
            )
            INSERT INTO filled (window_id, participant_id, group_values, score, subscore, achieved_at, submission_id, metadata)
            SELECT d.window_id, d.participant_id, group_of(d.group_values, g.attributes), d.score, d.subscore, d.achieved_at,
                   d.submission_id, d.metadata
            FROM derived AS d
            JOIN (SELECT string_to_array(one, ',') AS attributes FROM unnest(:groupings) AS one) AS g
              ON d.grouping IS NULL OR d.grouping = g.attributes
            """)
    abstract void fill(Leaderboard board, List<String> groupings, List<GroupingCounts> counting, TimeRange reach);

    @Query("""
            SELECT EXISTS (SELECT FROM filled WHERE score NOT BETWEEN -9223372036854775808 AND 9223372036854775807
                                                 OR subscore NOT BETWEEN -9223372036854775808 AND 9223372036854775807)
            """)
    abstract boolean outOfRange();

    /** The groups in which something shall stand. */
    @Query("SELECT DISTINCT window_id, group_values AS \"group\" FROM filled")
    abstract List<RankingKey> groups();

    /** Once each of these groups has a ranking. */
    void order() {
        setKeys();
        sql.execute("CREATE INDEX ON filled (ranking_id)");
    }

    /** As {@link laurel.leaderboard.SortOrder#key} and {@link laurel.leaderboard.TieRule#key} say. */
    @Query("""
            UPDATE filled SET
                ranking_id = r.id,
                sort_key = CASE r.sort_order WHEN 'DESCENDING' THEN ~filled.score::bigint ELSE filled.score::bigint END,
                subscore_key = CASE r.sort_order WHEN 'DESCENDING' THEN ~filled.subscore::bigint
                                                 ELSE filled.subscore::bigint END,
                tie_key = CASE b.tie_rule WHEN 'EARLIEST' THEN (extract(epoch FROM filled.achieved_at) * 1000000)::bigint
                                          WHEN 'LATEST' THEN ~(extract(epoch FROM filled.achieved_at) * 1000000)::bigint
                                          ELSE 0 END
            FROM ranking AS r JOIN leaderboard AS b ON b.id = r.leaderboard_id
            WHERE r.window_id = filled.window_id AND r.group_values = filled.group_values
            """)
    abstract void setKeys();

    /** Takes note of what stands in these windows, whose entries are in this table. */
    void note(String table, Collection<Long> windows) {
        sql.of(STOOD.replace("<entry>", table))
                .bindEach("windows", Long.class, windows)
                .execute();
    }

    /** The rankings in which that is not what shall stand. */
    List<Touched> compare() {
        // Nobody else will: the planner would take either for empty.
        sql.execute("ANALYZE filled, stood");
        findDifferences();
        sql.execute("CREATE INDEX ON difference (ranking_id)");
        sql.execute("ANALYZE difference");
        return touched();
    }

    @Query("""
            INSERT INTO difference (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                                    metadata, gone, previous_key)
            SELECT coalesce(f.ranking_id, s.ranking_id), coalesce(f.participant_id, s.participant_id),
                   coalesce(f.sort_key, s.sort_key), coalesce(f.subscore_key, s.subscore_key), coalesce(f.tie_key, s.tie_key),
                   coalesce(f.achieved_at, s.achieved_at), coalesce(f.submission_id, s.submission_id), f.metadata,
                   f.ranking_id IS NULL, s.sort_key
            FROM filled AS f
            FULL JOIN stood AS s ON s.ranking_id = f.ranking_id AND s.participant_id = f.participant_id
            WHERE (f.sort_key, f.subscore_key, f.tie_key, f.achieved_at, f.submission_id, f.metadata)
                  IS DISTINCT FROM (s.sort_key, s.subscore_key, s.tie_key, s.achieved_at, s.submission_id, s.metadata)
            """)
    abstract void findDifferences();

    @Query("""
            SELECT d.ranking_id, r.window_id, d.entries,
                   (SELECT count(*) FROM filled AS f WHERE f.ranking_id = d.ranking_id) AS total,
                   EXISTS (SELECT FROM block AS b WHERE b.ranking_id = d.ranking_id) AS indexed
            FROM (SELECT ranking_id, count(*) AS entries FROM difference GROUP BY ranking_id) AS d
            JOIN ranking AS r ON r.id = d.ranking_id
            ORDER BY d.ranking_id
            """)
    abstract List<Touched> touched();

    /** So many of the entries that change: of the newest windows, everyone's first, the best first. */
    @Query("""
            SELECT d.ranking_id, d.participant_id, r.window_id, w.name AS window, w.time_zone AS zone, w.starts_at, r.group_values,
                   CASE r.sort_order WHEN 'DESCENDING' THEN ~d.previous_key ELSE d.previous_key END AS previous_score,
                   CASE WHEN d.gone THEN NULL WHEN r.sort_order = 'DESCENDING' THEN ~d.sort_key ELSE d.sort_key END AS score
            FROM difference AS d
            JOIN ranking AS r ON r.id = d.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            ORDER BY coalesce(w.starts_at, '-infinity') DESC, w.time_zone, r.group_values, d.gone, d.sort_key, d.subscore_key,
                     d.tie_key, d.participant_id
            LIMIT :most
            """)
    abstract List<Difference> first(int most);

    /** Makes the entries of these rankings, which are of one partition, what they shall be. */
    void write(List<Long> rankings) {
        String table = RankingId.entryTable(rankings.getFirst());
        for (String statement : WRITE) {
            sql.of(statement.replace("<entry>", table))
                    .bindEach("rankings", Long.class, rankings)
                    .execute();
        }
    }
}
