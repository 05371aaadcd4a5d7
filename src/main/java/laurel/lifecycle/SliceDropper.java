package laurel.lifecycle;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.Partitions;
import laurel.database.sql.Sql;

/**
 * Drops the partitions of slices in which every window has expired. First a slice is given up: nobody opens a window in
 * it from then on, and nobody who begins now asks its tables. A minute later, when requests of before are over, they are
 * detached, which locks out neither readers nor writers of the others, and dropped. Each step may be the last that a node
 * takes: the next one finds where it stopped.
 */
@Singleton
class SliceDropper {
    private static final List<String> PARENTS = List.of("entry", "final_standing");

    /** What names rankings of a slice and is no partition: the table, and the ranking's id in it. */
    private record Named(String table, String id) {}

    /** In this order: rankings that their board's deletion has turned into deleted ones are found as these. */
    private static final List<Named> NAMED =
            List.of(new Named("ranking", "id"), new Named("ranking_deletion", "id"), new Named("block", "ranking_id"));

    private final Sql sql;
    private final SliceRepository repository;
    private final Duration after;
    private final int part;

    /**
     * @param after how long after it was given up a slice is dropped: longer than a request takes
     * @param part  rows that are removed in one transaction
     */
    SliceDropper(
            Sql sql,
            SliceRepository repository,
            @Value("${laurel.lifecycle.drop-after:60s}") Duration after,
            @Value("${laurel.sweep.part:5000}") int part) {
        this.sql = sql;
        this.repository = repository;
        this.after = after;
        this.part = part;
    }

    /** Gives up slices whose windows have all expired. */
    void giveUp(Instant now) {
        sql.useTransaction(() -> {
            List<Integer> empty = repository.holdEmpty(now);
            if (!empty.isEmpty()) {
                repository.giveUp(empty, now);
            }
        });
    }

    /** Drops the partitions of slices that were given up a while ago, unless another node is at it. */
    void drop(Instant now) {
        List<Integer> slices = repository.givenUp(now.minus(after));
        if (slices.isEmpty()) {
            return;
        }
        // Detaching is done in no transaction, by connections of its own; this one holds nothing but the claim.
        sql.useTransaction(() -> {
            if (repository.claim()) {
                slices.forEach(slice -> drop(slice, now));
            }
        });
    }

    private void drop(int slice, Instant now) {
        sql.useConnected(() -> {
            for (Named named : NAMED) {
                int gone;
                do {
                    gone = repository.forget(named.table, named.id, slice, part);
                } while (gone > 0);
            }
            PARENTS.forEach(parent -> Partitions.drop(sql, parent, parent + "_" + slice));
            repository.dropped(slice, now);
        });
    }
}
