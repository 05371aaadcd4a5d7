package laurel.leaderboard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.leaderboard.LeaderboardRepository.State;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Defines and finds leaderboards. */
@Singleton
public class Leaderboards {
    /** Most boards whose definition is remembered. */
    private static final int MAX_KNOWN = 1_000;

    private final Sql sql;
    private final LeaderboardRepository repository;
    private final List<LeaderboardListener> listeners;
    /** By id, as they were read under their lock. */
    private final Cache<Integer, Leaderboard> known =
            Caffeine.newBuilder().maximumSize(MAX_KNOWN).build();

    Leaderboards(Sql sql, LeaderboardRepository repository, List<LeaderboardListener> listeners) {
        this.sql = sql;
        this.repository = repository;
        this.listeners = listeners;
    }

    /** Creates a leaderboard. Refuses as {@link LeaderboardPatch#definition} does, then KEY_TAKEN. */
    public Leaderboard create(int app, String key, LeaderboardPatch patch, Instant now) {
        return create(app, key, patch.definition(key), now);
    }

    /**
     * Creates a leaderboard. Refuses KEY_TAKEN.
     *
     * @param key        a possible key
     * @param definition that obeys the rules of {@link LeaderboardPatch}
     */
    public Leaderboard create(int app, String key, LeaderboardDefinition definition, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard board = repository.insert(app, key, definition, now);
            if (board == null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A leaderboard has the key `" + key + "` already.", "key");
            }
            listeners.forEach(listener -> listener.created(board, now));
            return board;
        });
    }

    /**
     * Changes a leaderboard. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, then as {@link LeaderboardPatch#changed}
     * does, LEADERBOARD_HAS_SCORES, and as its listeners do.
     *
     * @param version that the leaderboard must have; null for any
     */
    public Leaderboard update(int app, String key, LeaderboardPatch patch, @Nullable Integer version, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard before = lock(app, key, version);
            LeaderboardDefinition wanted = patch.changed(before.definition());
            if (before.scoredAt() != null) {
                before.definition().checkFixed(wanted, before.scoredAt());
            }
            return changed(before, repository.update(before.id(), wanted, now), now);
        });
    }

    /**
     * Archives a board, or makes an archived one one that is not. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param version that the board must have; null is any
     */
    public Leaderboard archive(int app, String key, @Nullable Integer version, boolean archived, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard before = lock(app, key, version);
            return changed(before, repository.archive(before.id(), archived, now), now);
        });
    }

    /** Archives a board if it has received nothing for as long as its definition allows. */
    public void archiveIdle(int app, int id, Instant now) {
        sql.useTransaction(() -> {
            Leaderboard before = lock(app, List.of(id)).get(id);
            if (before != null && before.idle(now)) {
                changed(before, repository.archive(id, true, now), now);
            }
        });
    }

    /**
     * Takes a board away for good, with all that stands in it; its key is free at once. Its entries and its rows in the
     * ledger, which may be many, are swept afterwards. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param version that the board must have; null is any
     */
    public DeletedLeaderboard delete(int app, String key, @Nullable Integer version, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard board = lock(app, key, version);
            // Before its windows, as who opens windows does.
            repository.hold(board.id());
            listeners.forEach(listener -> listener.deleted(board, now));
            repository.delete(board.id(), now);
            return new DeletedLeaderboard(board.id());
        });
    }

    /**
     * The board of the input's {@code leaderboardKey}, locked; refuses LEADERBOARD_NOT_FOUND and VERSION_CONFLICT.
     *
     * @param version the input's {@code expectedVersion}
     */
    public Leaderboard lock(int app, String key, @Nullable Integer version) {
        Leaderboard board = locked(app, key);
        checkVersion(board, version);
        return board;
    }

    /** Refuses VERSION_CONFLICT unless the version is the input's {@code expectedVersion}; null expects none. */
    public static void checkVersion(Leaderboard board, @Nullable Integer expected) {
        RefusedException.checkVersion("leaderboard", board.version(), expected);
    }

    /**
     * Writes the seasons of a board, whose lock the caller holds: its version grows.
     *
     * @param through what is closed with it: the board's time is never before this any more; null is nothing
     */
    public Leaderboard setSeasons(Leaderboard board, List<Season> seasons, @Nullable Instant through, Instant now) {
        return repository.setSeasons(board.id(), seasons, through, now);
    }

    private Leaderboard locked(int app, String key) {
        return Optional.of(key)
                .filter(Text::isKey)
                .flatMap(possible ->
                        repository.byKeys(app, List.of(possible)).stream().findFirst())
                // Read again under the lock; whoever held it before may have deleted it.
                .flatMap(found ->
                        lock(app, List.of(found.id())).values().stream().findFirst())
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.LEADERBOARD_NOT_FOUND,
                        "No leaderboard has the key `" + key + "`.",
                        "leaderboardKey"));
    }

    private Leaderboard changed(Leaderboard before, @Nullable Leaderboard after, Instant now) {
        if (after == null) {
            return before;
        }
        listeners.forEach(listener -> listener.changed(before, after, now));
        return after;
    }

    public Optional<Leaderboard> byKey(int app, String key) {
        return Optional.ofNullable(byKeys(app, List.of(key)).get(key));
    }

    /** The boards of these keys, by key; unknown keys are absent. */
    public Map<String, Leaderboard> byKeys(int app, Collection<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return repository.byKeys(app, possible).stream()
                .collect(Collectors.toMap(Leaderboard::key, Function.identity()));
    }

    /** The boards of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Integer, Leaderboard> byIds(int app, Collection<Integer> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Leaderboard::id, Function.identity()));
    }

    /** The boards of these ids of any app as the caller's transaction sees them, by id; unknown ids are absent. */
    public Map<Integer, Leaderboard> byIds(Collection<Integer> ids) {
        return repository.byIds(null, ids).stream().collect(Collectors.toMap(Leaderboard::id, Function.identity()));
    }

    /**
     * Locks these boards until the caller's transaction ends, and gives them as they are then, by id. Whoever changes a
     * board or its entries holds this lock, so that what was read under it stays true.
     */
    public Map<Integer, Leaderboard> lock(int app, Collection<Integer> ids) {
        repository.lock(ids);
        // A statement of its own: its snapshot must be taken after the lock was granted.
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Leaderboard::id, Function.identity()));
    }

    /** Locks the boards of these keys, as {@link #lock} does, and gives them by key; unknown keys are absent. */
    public Map<String, Leaderboard> lockByKeys(int app, Collection<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        List<Integer> ids = repository.lockKeys(app, possible);
        // By id: what has been deleted and made again meanwhile is another board, and not locked.
        return current(app, ids).stream().collect(Collectors.toMap(Leaderboard::key, Function.identity()));
    }

    /**
     * The boards of these ids as they are; of those that have been read in this version only what has no version is
     * read.
     */
    private List<Leaderboard> current(int app, List<Integer> ids) {
        List<Leaderboard> boards = new ArrayList<>();
        for (State state : repository.states(app, ids)) {
            Leaderboard board = known.getIfPresent(state.id());
            if (board == null || board.version() != state.version()) {
                List<Leaderboard> all = repository.byIds(app, ids);
                all.forEach(one -> known.put(one.id(), one));
                return all;
            }
            boards.add(board.at(state.clockAt(), state.scoredAt(), state.receivedAt(), state.finalizedThrough()));
        }
        return boards;
    }

    /**
     * Tells boards that they have received scores: those without any that they have now, those that live by their
     * submissions the time that they have reached, which never goes back, and those that have not been told so for an hour
     * when it was. The caller holds their repository.
     *
     * @param times the time of each board
     */
    public void received(Map<Integer, Instant> times, Instant now) {
        repository.received(times, now);
    }

    /** The boards of each of these lists. */
    public Map<ListRequest<LeaderboardFilter, String>, List<Leaderboard>> listed(
            int app, Collection<ListRequest<LeaderboardFilter, String>> lists) {
        List<ListRequest<LeaderboardFilter, String>> possible =
                lists.stream().filter(list -> list.filter().possible()).toList();
        return possible.isEmpty() ? Map.of() : repository.listed(app, possible);
    }

    /** Boards of every app that live by the service's clock, in order of id, from the first id after {@code after}. */
    public List<Leaderboard> onSystemClock(int after, int limit) {
        return repository.onSystemClock(after, limit);
    }

    /** A board that is gone for good. */
    public record DeletedLeaderboard(int id) {}
}
