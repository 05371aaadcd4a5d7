package laurel.lifecycle;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import laurel.event.EventKind;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.WindowDefinition;
import laurel.lifecycle.DueRepository.Board;
import laurel.outbox.Outbox;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Lets windows expire: of those of a definition and zone that are final, the newest stay, as many as it keeps. */
@Singleton
class Expiry {
    /** Rankings that are left to be swept in one transaction. */
    private static final int PART = 5_000;

    private final Jdbi jdbi;
    private final Leaderboards leaderboards;
    private final ExpiryRepository repository;
    private final Outbox outbox;
    private final Events events;

    Expiry(Jdbi jdbi, Leaderboards leaderboards, ExpiryRepository repository, Outbox outbox, Events events) {
        this.jdbi = jdbi;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.outbox = outbox;
        this.events = events;
    }

    /** Boards that have windows to expire. */
    List<Board> boards() {
        return jdbi.withHandle(repository::overfull);
    }

    /** Lets the windows of a board expire that it does not keep, some in a transaction. */
    void expire(Board board, Instant now) {
        boolean more = true;
        while (more) {
            more = jdbi.inTransaction(transaction -> {
                Leaderboard locked = leaderboards
                        .lock(transaction, board.appId(), Set.of(board.id()))
                        .get(board.id());
                return locked != null && expire(transaction, locked, now);
            });
        }
    }

    /** Leaves to be swept what waits in vain for its slice to be dropped. */
    void sweepBeside(Instant now) {
        int swept;
        do {
            swept = jdbi.withHandle(handle -> repository.sweepBeside(handle, now, PART));
        } while (swept == PART);
    }

    /** Whether any did. */
    private boolean expire(Handle transaction, Leaderboard board, Instant now) {
        List<WindowDefinition> keeping = board.windows().stream()
                .filter(definition -> definition.keep() != null)
                .toList();
        List<Long> expired = repository.expire(transaction, board.id(), keeping, now);
        if (expired.isEmpty()) {
            return false;
        }
        repository.sweep(transaction, expired);
        outbox.noteAnew(transaction, board.id(), now);
        events.tell(
                transaction,
                expired.stream()
                        .sorted()
                        .map(window ->
                                new NewEvent(board.appId(), EventKind.WINDOW_EXPIRED, board.id(), window, null, now))
                        .toList());
        return true;
    }
}
