package laurel.leaderboard;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Defines and finds leaderboards. */
@Singleton
public class Leaderboards {
    private final Jdbi jdbi;
    private final LeaderboardRepository repository;
    private final List<LeaderboardListener> listeners;

    Leaderboards(Jdbi jdbi, LeaderboardRepository repository, List<LeaderboardListener> listeners) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.listeners = listeners;
    }

    /** Makes a new board; refuses as {@link LeaderboardDefinition#checked} does, and KEY_TAKEN. */
    public Leaderboard create(int app, LeaderboardDefinition definition, Instant now) {
        LeaderboardDefinition.Checked checked = definition.checked();
        return jdbi.inTransaction(transaction -> {
            Leaderboard board = repository
                    .insert(transaction, app, checked, now)
                    .orElseThrow(() -> new RefusedException(
                            RefusalCode.KEY_TAKEN, "A leaderboard has this key already: " + checked.key(), "key"));
            listeners.forEach(listener -> listener.created(transaction, board, now));
            return board;
        });
    }

    public Optional<Leaderboard> byKey(int app, String key) {
        return Optional.ofNullable(byKeys(app, List.of(key)).get(key));
    }

    /** The boards of these keys, by key; unknown keys are absent. */
    public Map<String, Leaderboard> byKeys(int app, Collection<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return jdbi.withHandle(handle -> repository.byKeys(handle, app, possible)).stream()
                .collect(Collectors.toMap(Leaderboard::key, Function.identity()));
    }

    /** The boards of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Integer, Leaderboard> byIds(int app, Collection<Integer> ids) {
        return jdbi.withHandle(handle -> repository.byIds(handle, app, ids)).stream()
                .collect(Collectors.toMap(Leaderboard::id, Function.identity()));
    }

    /**
     * Locks these boards until the caller's transaction ends, and gives them as they are then, by id. Whoever changes a
     * board or its entries holds this lock, so that what was read under it stays true.
     */
    public Map<Integer, Leaderboard> lock(Handle transaction, int app, Collection<Integer> ids) {
        repository.lock(transaction, ids);
        // A statement of its own: its snapshot must be taken after the lock was granted.
        return repository.byIds(transaction, app, ids).stream()
                .collect(Collectors.toMap(Leaderboard::id, Function.identity()));
    }

    /** Moves the time of boards that live by their submissions on to these moments, never back. */
    public void advance(Handle transaction, Map<Integer, Instant> reached) {
        repository.advance(transaction, reached);
    }

    /** Remembers that these boards have taken their first submission. */
    public void scored(Handle transaction, Collection<Integer> ids, Instant now) {
        repository.scored(transaction, ids, now);
    }

    /** Public boards in order of key, from the first key after {@code after}. */
    public List<Leaderboard> page(int app, String after, int limit) {
        return jdbi.withHandle(handle -> repository.page(handle, app, after, limit));
    }

    /** Boards of every app that live by the service's clock, in order of id, from the first id after {@code after}. */
    public List<Leaderboard> onSystemClock(int after, int limit) {
        return jdbi.withHandle(handle -> repository.onSystemClock(handle, after, limit));
    }
}
