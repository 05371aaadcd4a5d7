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

/** A ranking of bare entries and its index, of blocks of any size. */
final class IndexedRanking {
    static final BlockSizes TINY = new BlockSizes(8, 2, 2);
    static final BlockSizes DEFAULT = new BlockSizes(512, 16, 64);

    private static final long SLICE = 7;
    private static final String WRITE = """
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id)
            SELECT :ranking, w.*, '2025-07-13', 1
            FROM unnest(:participants, :sortKeys, :subscoreKeys, :tieKeys) AS w
            ON CONFLICT (ranking_id, participant_id) DO UPDATE
            SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key
            """;
    private static final String DELETE =
            "DELETE FROM <entry> WHERE ranking_id = :ranking AND participant_id = ANY (:participants)";

    final Sql sql;
    final long id;
    final Blocks blocks;
    final IndexCheck check;
    /** Who stands where. */
    final Map<Long, RankKey> standing = new HashMap<>();

    private IndexedRanking(LaurelServer server, long number, BlockSizes sizes) {
        this.sql = server.bean(Sql.class);
        this.id = SLICE << 40 | number;
        var repository = server.bean(BlockRepository.class);
        this.blocks = new Blocks(repository, new ScoreStarts(repository), sizes);
        this.check = new IndexCheck(sql, server.bean(IndexCheckRepository.class), blocks, sizes);
    }

    /** One of many in one partition. */
    static IndexedRanking of(LaurelServer server, long number, BlockSizes sizes) {
        server.bean(Sql.class)
                .of("SELECT add_partition('entry', :slice, 'Of a test')::text")
                .bind("slice", SLICE)
                .list(String.class);
        return new IndexedRanking(server, number, sizes);
    }

    /** A statement about it. */
    String sql(String statement) {
        return statement.replace("<entry>", RankingId.entryTable(id));
    }

    /** Makes these participants stand there, or, without a place, go; in one transaction, as the service does. */
    void shift(Map<Long, @Nullable RankKey> changes) {
        List<EntryMove> shifts = new ArrayList<>();
        Map<Long, RankKey> stand = new TreeMap<>();
        List<Long> gone = new ArrayList<>();
        for (Entry<Long, @Nullable RankKey> change : changes.entrySet()) {
            RankKey to = change.getValue();
            RankKey from = to == null ? standing.remove(change.getKey()) : standing.put(change.getKey(), to);
            shifts.add(new EntryMove(id, from, to));
            if (to == null) {
                gone.add(change.getKey());
            } else {
                stand.put(change.getKey(), to);
            }
        }
        sql.useTransaction(() -> {
            write(stand);
            sql.of(sql(DELETE))
                    .bind("ranking", id)
                    .bindEach("participants", Long.class, gone)
                    .execute();
            blocks.follow(shifts);
        });
    }

    /** Fills it in one statement, and makes its index in one pass. */
    void fill(String entries) {
        sql.useTransaction(() -> {
            sql.of(sql("INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key,"
                            + " achieved_at, submission_id) SELECT :ranking, e.*, '2025-07-13', 1 FROM ("
                            + entries + ") AS e"))
                    .bind("ranking", id)
                    .execute();
            blocks.rebuild(id);
        });
    }

    IndexReport check() {
        return check.check(id);
    }

    long count(String query) {
        return sql.of(sql(query)).bind("ranking", id).one(Long.class);
    }

    private void write(Map<Long, RankKey> stand) {
        sql.of(sql(WRITE))
                .bind("ranking", id)
                .bindEach("participants", Long.class, stand.keySet())
                .bindEach(
                        "sortKeys",
                        Long.class,
                        stand.values().stream().map(RankKey::sortKey).toList())
                .bindEach(
                        "subscoreKeys",
                        Long.class,
                        stand.values().stream().map(RankKey::subscoreKey).toList())
                .bindEach(
                        "tieKeys",
                        Long.class,
                        stand.values().stream().map(RankKey::tieKey).toList())
                .execute();
    }
}
