package laurel.lifecycle;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.PartitionRetention;
import laurel.database.partition.PartitionRetention.RetiredPartitions;
import laurel.database.sql.Sql;

/** Drops the partitions of slices in which every window has expired. No window is opened in a retired slice. */
@Singleton
class SliceDropper implements RetiredPartitions<Integer> {
    /** A table that refers to rankings of a slice, and its column with the ranking's id. */
    private record RankingReference(String table, String column) {}

    /** In this order, because deleting a leaderboard moves rows from the first table to the second. */
    private static final List<RankingReference> REFERENCES = List.of(
            new RankingReference("ranking", "id"),
            new RankingReference("ranking_deletion", "id"),
            new RankingReference("rankindex_node", "ranking_id"));

    private final Sql sql;
    private final SliceRepository repository;
    private final Duration dropAfter;
    private final int partSize;

    /**
     * @param dropAfter how long after it was retired a slice is dropped: longer than a request takes that has read the ranking
     * @param partSize  rows deleted in one transaction
     */
    SliceDropper(
            Sql sql,
            SliceRepository repository,
            @Value("${laurel.lifecycle.drop-after:60s}") Duration dropAfter,
            @Value("${laurel.sweep.batch-size:5000}") int partSize) {
        this.sql = sql;
        this.repository = repository;
        this.dropAfter = dropAfter;
        this.partSize = partSize;
    }

    void drop(Instant now) {
        PartitionRetention.apply(sql, this, now);
    }

    @Override
    public List<String> tables() {
        return List.of("entry", "final_standing");
    }

    @Override
    public String suffix(Integer slice) {
        return Integer.toString(slice);
    }

    @Override
    public void retire(Instant now) {
        List<Integer> expired = repository.lockExpired(now);
        if (!expired.isEmpty()) {
            repository.retire(expired, now);
        }
    }

    @Override
    public List<Integer> droppable(Instant now) {
        return repository.retired(now.minus(dropAfter));
    }

    @Override
    public void deleteReferences(Integer slice) {
        for (RankingReference reference : REFERENCES) {
            int deleted;
            do {
                deleted = repository.deleteReferences(reference.table, reference.column, slice, partSize);
            } while (deleted > 0);
        }
    }

    @Override
    public void setDropped(Integer slice, Instant now) {
        repository.setDropped(slice, now);
    }
}
