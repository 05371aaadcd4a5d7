package laurel.rankindex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** A ranking of entries without submissions, and its index, with nodes of any size. */
final class IndexedRanking {
    static final IndexSizes TINY = new IndexSizes(8, 2, 2);
    static final IndexSizes DEFAULT = new IndexSizes(512, 16, 64);

    private static final long SLICE = 7;
    private static final String WRITE = """
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                 submission_id)
            SELECT :ranking, w.*, '2025-07-13', 1
            FROM unnest(:participants, :sortKeys, :subscoreKeys, :tieKeys, :idKeys) AS w
            ON CONFLICT (ranking_id, participant_id) DO UPDATE
            SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key
            """;
    private static final String FILL = """
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                 submission_id)
            SELECT :ranking, e.*, id_key('player', lpad(e.id::text, 6, '0')), '2025-07-13', 1
            FROM (<entries>) AS e (id, sort_key, subscore_key, tie_key)
            """;
    private static final String DELETE =
            "DELETE FROM <entry> WHERE ranking_id = :ranking AND participant_id = ANY (:participants)";

    final Sql sql;
    final long id;
    final RankIndexes indexes;
    final IndexCheck check;
    /** The entries by participant. */
    final Map<Long, RankKey> keys;

    private IndexedRanking(LaurelServer server, long number, IndexSizes sizes, Map<Long, RankKey> keys) {
        this.keys = keys;
        this.sql = server.bean(Sql.class);
        this.id = SLICE << 40 | number;
        var repository = server.bean(IndexNodeRepository.class);
        // Fewer than the nodes of the larger rankings, so that some are read again.
        this.indexes = new RankIndexes(sql, repository, new DistinctScores(repository), sizes, new IndexTrees(100));
        this.check = new IndexCheck(sql, server.bean(IndexCheckRepository.class), indexes, sizes);
    }

    /** A ranking in the partition that all of them share. */
    static IndexedRanking of(LaurelServer server, long number, IndexSizes sizes) {
        server.bean(Sql.class)
                .of("SELECT add_partition('entry', :slice, 'Of a test')::text")
                .bind("slice", SLICE)
                .list(String.class);
        return new IndexedRanking(server, number, sizes, new HashMap<>());
    }

    /** The same ranking on another node of the service, which keeps trees of its own in memory. */
    IndexedRanking onAnotherNode(LaurelServer server, long number, IndexSizes sizes) {
        return new IndexedRanking(server, number, sizes, keys);
    }

    /** A statement with the partition filled in. */
    String sql(String statement) {
        return statement.replace("<entry>", RankingId.entryTable(id));
    }

    /** Sets or, if null, removes the keys of participants, in one transaction like the service. */
    void update(Map<Long, @Nullable RankKey> changes) {
        update(changes, () -> {});
    }

    /** @param last the last step of the transaction */
    void update(Map<Long, @Nullable RankKey> changes, Runnable last) {
        List<EntryMove> moves = new ArrayList<>();
        Map<Long, RankKey> present = new TreeMap<>();
        List<Long> removed = new ArrayList<>();
        for (Entry<Long, @Nullable RankKey> change : changes.entrySet()) {
            RankKey to = change.getValue();
            RankKey from = to == null ? keys.remove(change.getKey()) : keys.put(change.getKey(), to);
            moves.add(new EntryMove(id, from, to));
            if (to == null) {
                removed.add(change.getKey());
            } else {
                present.put(change.getKey(), to);
            }
        }
        sql.useTransaction(() -> {
            write(present);
            sql.of(sql(DELETE))
                    .bind("ranking", id)
                    .bindEach("participants", Long.class, removed)
                    .execute();
            indexes.update(moves);
            last.run();
        });
    }

    /** Inserts entries with one statement and builds the index. Their external IDs are their numbers, with six digits. */
    void fill(String entries) {
        sql.useTransaction(() -> {
            sql.of(sql(FILL).replace("<entries>", entries)).bind("ranking", id).execute();
            indexes.rebuild(id);
        });
    }

    IndexReport check() {
        return check.check(id);
    }

    long count(String query) {
        return sql.of(sql(query)).bind("ranking", id).one(Long.class);
    }

    private void write(Map<Long, RankKey> present) {
        sql.of(sql(WRITE))
                .bind("ranking", id)
                .bindEach("participants", Long.class, present.keySet())
                .bindEach(
                        "sortKeys",
                        Long.class,
                        present.values().stream().map(RankKey::sortKey).toList())
                .bindEach(
                        "subscoreKeys",
                        Long.class,
                        present.values().stream().map(RankKey::subscoreKey).toList())
                .bindEach(
                        "tieKeys",
                        Long.class,
                        present.values().stream().map(RankKey::tieKey).toList())
                .bindEach(
                        "idKeys",
                        String.class,
                        present.values().stream().map(RankKey::idKey).toList())
                .execute();
    }
}
