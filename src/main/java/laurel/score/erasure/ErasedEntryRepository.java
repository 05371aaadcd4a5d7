package laurel.score.erasure;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.rankindex.RankKey;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Changes the stored entries of participants that are erased, also those of windows that have expired. */
@Singleton
class ErasedEntryRepository implements ErasureSource {
    private static final String ENTRIES = """
            SELECT e.ranking_id, r.leaderboard_id, r.window_id, e.sort_key, e.subscore_key, e.tie_key, e.id_key,
                   e.metadata IS NOT NULL AS with_metadata
            FROM (SELECT * FROM entry AS s WHERE s.participant_id = :participant OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT l.leaderboard_id, l.window_id FROM ranking AS l WHERE l.id = e.ranking_id OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS l WHERE l.id = r.window_id AND l.expired_at IS NULL OFFSET 0) AS w
            ORDER BY r.leaderboard_id, e.ranking_id
            """;

    private static final String ID_KEY =
            "SELECT id_key(p.entity_type, p.external_id) FROM participant AS p WHERE p.id = :participant";

    private static final String ANONYMIZE = """
            UPDATE entry SET id_key = :idKey, metadata = NULL
            WHERE participant_id = :participant AND ranking_id = ANY (:rankings)
            """;

    /** Its ID decides the order of tied entries only where also their tie keys are equal. */
    private static final String TIED = """
            SELECT e.ranking_id
            FROM (SELECT * FROM entry AS s WHERE s.participant_id = :participant OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT FROM entry AS o
                WHERE o.ranking_id = e.ranking_id AND o.sort_key = e.sort_key AND o.subscore_key = e.subscore_key
                  AND o.tie_key = e.tie_key AND o.participant_id <> e.participant_id
                LIMIT 1) AS t
            WHERE e.ranking_id = ANY (:rankings)
            """;

    /** Writes the rows of windows that are due: a concurrent transaction that stores their ranks fails, and is repeated. */
    private static final String REPEAT_STORES = """
            UPDATE leaderboard_window SET requested_revision = requested_revision
            WHERE id = ANY (:windows) AND requested_revision > revision
            """;

    /** Entries of windows that have expired, and of deleted rankings. They have not been swept yet. */
    private static final String DELETE_EXPIRED = """
            DELETE FROM entry AS e
            WHERE e.participant_id = :subject.participant
              AND NOT EXISTS (
                  SELECT FROM (SELECT l.window_id FROM ranking AS l WHERE l.id = e.ranking_id OFFSET 0) AS r
                  CROSS JOIN LATERAL (
                      SELECT FROM leaderboard_window AS l WHERE l.id = r.window_id AND l.expired_at IS NULL OFFSET 0) AS w)
            """;

    /** The leaderboards of an app whose lock another transaction has now. */
    private static final String LOCKED = """
            SELECT b.id FROM pg_locks AS l
            JOIN leaderboard AS b ON b.id = l.objid::integer
            WHERE l.locktype = 'advisory' AND l.classid = hashtext('leaderboard')::oid AND l.objsubid = 2
              AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND b.app_id = :app AND l.granted
            """;

    /**
     * The rank indexes of leaderboards to which the participant has submitted, or on which it has or had entries, with separators
     * that are a part of its ID key. A separator has the first bytes of a key, and these in the last column.
     */
    private static final String SEPARATORS = """
            SELECT DISTINCT r.id AS ranking_id, r.leaderboard_id, s.id_key
            FROM ranking AS r
            JOIN rankindex_node AS n ON n.ranking_id = r.id
            CROSS JOIN LATERAL (
                SELECT separator_id(u.separator) AS id_key FROM unnest(n.separators) AS u (separator)
                WHERE octet_length(u.separator) > 24) AS s
            WHERE r.leaderboard_id = ANY (ARRAY(
                      SELECT l.leaderboard_id FROM score_submission AS l WHERE l.participant_id = :subject.participant
                      UNION
                      SELECT b.id FROM leaderboard AS b
                      WHERE b.app_id = :subject.app AND EXISTS (
                          SELECT FROM score_removal AS l
                          WHERE l.leaderboard_id = b.id AND l.participant_id = :subject.participant)
                      UNION
                      SELECT k.leaderboard_id
                      FROM (SELECT s.ranking_id FROM entry AS s WHERE s.participant_id = :subject.participant
                            UNION ALL
                            SELECT s.ranking_id FROM restriction_entry AS s WHERE s.participant_id = :subject.participant
                            OFFSET 0) AS e
                      CROSS JOIN LATERAL (
                          SELECT l.leaderboard_id FROM ranking AS l WHERE l.id = e.ranking_id OFFSET 0) AS k))
              AND starts_with(id_key(:name.entityType, :name.externalId), s.id_key)
            """;

    /** Rankings are deleted before the partition of their entries is dropped. */
    private static final String HOLD = "SELECT r.id FROM ranking AS r WHERE r.id = :ranking FOR KEY SHARE";

    private final Sql sql;

    ErasedEntryRepository(Sql sql) {
        this.sql = sql;
    }

    /** An entry of the participant, with its stored key. */
    @Introspected
    record NamedEntry(
            long rankingId,
            int leaderboardId,
            long windowId,
            long sortKey,
            long subscoreKey,
            long tieKey,
            String idKey,
            boolean withMetadata) {
        RankKey key(long participant, String idKeyOfRow) {
            return new RankKey(sortKey, subscoreKey, tieKey, idKeyOfRow, participant);
        }

        boolean isAnonymous(String newKey) {
            return idKey.equals(newKey) && !withMetadata;
        }
    }

    /** A ranking whose index has a separator, and the separator's part of an ID key. */
    @Introspected
    record NamedSeparator(long rankingId, int leaderboardId, String idKey) {}

    List<NamedEntry> entries(long participant) {
        return sql.of(ENTRIES).bind("participant", participant).list(NamedEntry.class);
    }

    String idKey(long participant) {
        return sql.of(ID_KEY).bind("participant", participant).one(String.class);
    }

    void anonymize(long participant, String idKey, Collection<Long> rankings) {
        sql.of(ANONYMIZE)
                .bind("participant", participant)
                .bind("idKey", idKey)
                .bindEach("rankings", Long.class, rankings)
                .execute();
    }

    /** Those of these rankings in which the order of the participant and another one depends on their IDs. */
    List<Long> tied(long participant, Collection<Long> rankings) {
        return sql.of(TIED)
                .bind("participant", participant)
                .bindEach("rankings", Long.class, rankings)
                .list(Long.class);
    }

    void repeatStores(Collection<Long> windows) {
        sql.of(REPEAT_STORES).bindEach("windows", Long.class, windows).execute();
    }

    List<Integer> locked(int app) {
        return sql.of(LOCKED).bind("app", app).list(Integer.class);
    }

    List<NamedSeparator> separators(ErasureSubject subject, ErasedName name) {
        return sql.of(SEPARATORS).bind("subject", subject).bind("name", name).list(NamedSeparator.class);
    }

    /** Locks a ranking, and so the partition of its entries, until the transaction ends. Returns false if it does not exist. */
    boolean hold(long ranking) {
        return !sql.of(HOLD).bind("ranking", ranking).list(Long.class).isEmpty();
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        sql.of(DELETE_EXPIRED).bind("subject", subject).execute();
        return false;
    }
}
