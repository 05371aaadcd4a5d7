package laurel.lifecycle;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.database.Partitions;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Drops the partitions of slices in which every window has expired. First a slice is given up: nobody opens a window in it from
 * then on, and nobody who begins now asks its tables. A minute later, when requests of before are over, they are detached, which
 * locks out neither readers nor writers of the others, and dropped. Each step may be the last that a node takes: the next one
 * finds where it stopped.
 */
@Singleton
class SliceDropper {
    private static final List<String> PARENTS = List.of("entry", "final_standing");

    /** What names rankings of a slice and is no partition: the table, and the ranking's id in it. */
    private record Named(String table, String id) {}

    /** In this order: rankings that their board's deletion has turned into deleted ones are found as these. */
    private static final List<Named> NAMED =
            List.of(new Named("ranking", "id"), new Named("deleted_ranking", "id"), new Named("block", "ranking_id"));

    private final Jdbi jdbi;
    private final SliceRepository repository;
    private final Duration after;
    private final int part;

    /**
     * @param after how long after it was given up a slice is dropped: longer than a request takes
     * @param part  rows that are removed in one transaction
     */
    SliceDropper(
            Jdbi jdbi,
            SliceRepository repository,
            @Value("${laurel.lifecycle.drop-after:60s}") Duration after,
            @Value("${laurel.sweep.part:5000}") int part) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.after = after;
        this.part = part;
    }

    /** Gives up slices whose windows have all expired. */
    void giveUp(Instant now) {
        jdbi.useTransaction(transaction -> {
            List<Integer> empty = repository.holdEmpty(transaction, now);
            if (!empty.isEmpty()) {
                repository.giveUp(transaction, empty, now);
            }
        });
    }

    /** Drops the partitions of slices that were given up a while ago, unless another node is at it. */
    void drop(Instant now) {
        List<Integer> slices = jdbi.withHandle(handle -> repository.givenUp(handle, now.minus(after)));
        if (slices.isEmpty()) {
            return;
        }
        // Detaching is done in no transaction; that of this connection, which is not the thread's, holds nothing but
        // the claim.
        try (Handle connection = jdbi.open()) {
            connection.useTransaction(claim -> {
                if (repository.claim(claim)) {
                    slices.forEach(slice -> drop(slice, now));
                }
            });
        }
    }

    private void drop(int slice, Instant now) {
        for (Named named : NAMED) {
            int gone;
            do {
                gone = jdbi.withHandle(handle -> repository.forget(handle, named.table, named.id, slice, part));
            } while (gone > 0);
        }
        jdbi.useHandle(handle -> {
            PARENTS.forEach(parent -> Partitions.drop(handle, parent, parent + "_" + slice));
            repository.dropped(handle, slice, now);
        });
    }
}
