package laurel.leaderboard;

import com.github.benmanes.caffeine.cache.Cache;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.database.sql.Sql;
import laurel.database.sql.Versioned;
import laurel.leaderboard.LeaderboardRepository.LeaderboardState;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Creates, changes, deletes and finds leaderboards. */
@Singleton
public class Leaderboards {
    private static final int MAX_CACHED = 1_000;

    private final Sql sql;
    private final LeaderboardRepository repository;
    private final LeaderboardTimeZones timeZones;
    private final List<LeaderboardListener> listeners;
    /** By ID, as read under the lock. */
    private final ServerCache<Integer, Leaderboard> cached;

    Leaderboards(
            Sql sql,
            ConnectedServer server,
            LeaderboardRepository repository,
            LeaderboardTimeZones timeZones,
            List<LeaderboardListener> listeners) {
        this.sql = sql;
        this.cached = new ServerCache<>(server, MAX_CACHED);
        this.repository = repository;
        this.timeZones = timeZones;
        this.listeners = listeners;
    }

    /**
     * Creates a leaderboard. Refuses as {@link LeaderboardPatch#definition} does, then KEY_TAKEN, TOO_MANY_CURRENT_WINDOWS.
     */
    public Leaderboard create(int app, String key, LeaderboardPatch patch, Instant now) {
        return create(app, key, patch.definition(key), patch.pathOfWindows(), now);
    }

    /**
     * Creates a leaderboard. Refuses KEY_TAKEN, TOO_MANY_CURRENT_WINDOWS.
     *
     * @param key        a possible key
     * @param definition that obeys the rules of {@link LeaderboardPatch}
     */
    public Leaderboard create(int app, String key, LeaderboardDefinition definition, Instant now) {
        return create(app, key, definition, "windowDefinitions", now);
    }

    private Leaderboard create(int app, String key, LeaderboardDefinition definition, String path, Instant now) {
        return sql.inTransaction(() -> {
            timeZones.lockAttribute(app, definition.timeZoneAttribute());
            Leaderboard stored = repository.insert(app, key, definition, now);
            if (stored == null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A leaderboard with the key `" + key + "` already exists.", "key");
            }
            Leaderboard board = timeZones.complete(stored);
            board.checkWindows(path);
            listeners.forEach(listener -> listener.created(board, now));
            return board;
        });
    }

    /**
     * Changes a leaderboard. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, then as {@link LeaderboardPatch#changed}
     * does, LEADERBOARD_HAS_SCORES, TOO_MANY_CURRENT_WINDOWS, and as its listeners do.
     *
     * @param version that the leaderboard must have; null for any
     */
    public Leaderboard update(int app, String key, LeaderboardPatch patch, @Nullable Integer version, Instant now) {
        return sql.inTransaction(() -> {
            timeZones.lockAttribute(app, patch.timeZoneAttribute());
            Leaderboard before = lock(app, key, version);
            LeaderboardDefinition requested = patch.changed(before.definition());
            if (before.scoredAt() != null) {
                before.definition().checkFixed(requested, before.scoredAt());
                before.definition().checkFixedGroups(requested, groups -> repository.ranked(before.id(), groups));
            }
            Leaderboard stored = repository.update(before.id(), requested, now);
            if (stored != null) {
                timeZones.complete(stored).checkWindows(patch.pathOfWindows());
            }
            return changed(before, stored, now);
        });
    }

    /**
     * Archives or unarchives a leaderboard. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param version that the leaderboard must have; null for any
     */
    public Leaderboard archive(int app, String key, @Nullable Integer version, boolean archived, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard before = lock(app, key, version);
            return changed(before, repository.archive(before.id(), archived, now), now);
        });
    }

    /** Archives a leaderboard that has received no submissions for {@code archiveAfter}. */
    public void archiveIdle(int app, int id, Instant now) {
        sql.useTransaction(() -> {
            Leaderboard before = lock(app, List.of(id)).get(id);
            if (before != null && before.idle(now)) {
                changed(before, repository.archive(id, true, now), now);
            }
        });
    }

    /**
     * Deletes a leaderboard with its windows and rankings. Its key can be used again at once. Its entries and ledger rows,
     * which can be many, are swept afterwards. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param version that the leaderboard must have; null for any
     */
    public Leaderboard delete(int app, String key, @Nullable Integer version, Instant now) {
        return sql.inTransaction(() -> {
            Leaderboard board = lock(app, key, version);
            // Before its windows, in the same order as opening windows.
            repository.hold(board.id());
            listeners.forEach(listener -> listener.deleted(board, now));
            repository.delete(board.id(), now);
            return board;
        });
    }

    /** Locks and returns a leaderboard. Refuses LEADERBOARD_NOT_FOUND, and VERSION_CONFLICT if it has another version. */
    public Leaderboard lock(int app, String key, @Nullable Integer version) {
        Leaderboard board = Optional.of(key)
                .filter(Text::isKey)
                .flatMap(possible ->
                        repository.byKeys(app, List.of(possible)).stream().findFirst())
                // Read again under the lock: it may have been deleted while this waited.
                .flatMap(found ->
                        lock(app, List.of(found.id())).values().stream().findFirst())
                .orElseThrow(() -> unknown(key, "leaderboardKey"));
        checkVersion(board, version);
        return board;
    }

    /** The refusal of a key that no leaderboard has, or none that the caller may read. */
    public static RefusedException unknown(String key, String... path) {
        return new RefusedException(ErrorCode.LEADERBOARD_NOT_FOUND, "No leaderboard has the key `" + key + "`.", path);
    }

    public static RefusedException deleted(String... path) {
        return new RefusedException(ErrorCode.LEADERBOARD_NOT_FOUND, "The leaderboard was deleted.", path);
    }

    /** Refuses VERSION_CONFLICT if the leaderboard has another version than expected; null expects any. */
    public static void checkVersion(Leaderboard board, @Nullable Integer expected) {
        RefusedException.checkVersion("leaderboard", board.version(), expected);
    }

    /**
     * Stores the seasons of a leaderboard and increments its version. The caller holds the lock.
     *
     * @param through the leaderboard's time is not before this from now on; null for no limit
     */
    public Leaderboard setSeasons(Leaderboard board, List<Season> seasons, @Nullable Instant through, Instant now) {
        return timeZones.complete(repository.setSeasons(board.id(), seasons, through, now));
    }

    private Leaderboard changed(Leaderboard before, @Nullable Leaderboard stored, Instant now) {
        if (stored == null) {
            return before;
        }
        Leaderboard after = timeZones.complete(stored);
        listeners.forEach(listener -> listener.changed(before, after, now));
        return after;
    }

    public Optional<Leaderboard> byKey(int app, String key) {
        return Optional.ofNullable(byKeys(app, List.of(key)).get(key));
    }

    /** Returns the leaderboards with these keys, by key; unknown keys are absent. */
    public Map<String, Leaderboard> byKeys(int app, Collection<String> keys) {
        return timeZones.complete(
                repository.byKeys(app, keys.stream().filter(Text::isKey).toList()), Leaderboard::key);
    }

    /** Returns the leaderboards with these IDs, by ID; unknown IDs and those of other apps are absent. */
    public Map<Integer, Leaderboard> byIds(int app, Collection<Integer> ids) {
        return timeZones.complete(repository.byIds(app, ids), Leaderboard::id);
    }

    /** Does the same as {@link #byKeys}, with the versions of the rows. */
    public Map<String, Versioned<Leaderboard>> versionsByKeys(int app, Collection<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return timeZones.completeVersions(repository.versionsByKeys(app, possible), Leaderboard::key);
    }

    /** Does the same as {@link #byIds(int, Collection)}, with the versions of the rows. */
    public Map<Integer, Versioned<Leaderboard>> versionsByIds(int app, Collection<Integer> ids) {
        return timeZones.completeVersions(repository.versionsByIds(app, ids), Leaderboard::id);
    }

    /** Returns leaderboards of any app, in the caller's transaction. Reads only those that the cache does not have as they are. */
    public Map<Integer, Leaderboard> currentByIds(Collection<Integer> ids) {
        return timeZones.complete(current(cached.current(), null, ids, repository.states(ids)), Leaderboard::id);
    }

    /**
     * Locks these leaderboards until the caller's transaction ends, and returns their current state by ID. Every change of a
     * leaderboard or its entries holds this lock, so the state stays valid.
     */
    public Map<Integer, Leaderboard> lock(int app, Collection<Integer> ids) {
        repository.lock(ids);
        // A statement of its own: its snapshot must be taken after the lock was granted.
        return timeZones.complete(repository.byIds(app, ids), Leaderboard::id);
    }

    /** Returns the IDs of leaderboards that are not archived and group by one of these attributes, in order. */
    public List<Integer> groupedBy(int app, Collection<String> attributes, int most) {
        return repository.groupedBy(app, attributes, most);
    }

    /**
     * Does the same as {@link #lock} by key, together with the next statement and before it runs; unknown keys are absent.
     *
     * @param wait false if leaderboards that another transaction has locked are absent, too
     */
    public Supplier<Map<String, Leaderboard>> lockByKeys(int app, Collection<String> keys, boolean wait) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        Supplier<List<Integer>> locked =
                sql.later(() -> wait ? repository.lockKeys(app, possible) : repository.tryLockKeys(app, possible));
        Supplier<List<LeaderboardState>> states = sql.later(() -> repository.states(app, possible));
        return () -> {
            Cache<Integer, Leaderboard> cache = cached.current();
            List<Leaderboard> boards = current(cache, app, locked.get(), states.get());
            boards.forEach(board -> cache.put(board.id(), board));
            return timeZones.complete(boards, Leaderboard::key);
        };
    }

    /**
     * Returns the leaderboards with these IDs. Reads them only if the cache does not have all of them in the current version, and
     * does not cache them: the transaction may have changed them, and may be rolled back.
     *
     * @param states also of other leaderboards: one that was deleted and created again with the same key is not locked
     */
    private List<Leaderboard> current(
            Cache<Integer, Leaderboard> cache,
            @Nullable Integer app,
            Collection<Integer> ids,
            List<LeaderboardState> states) {
        List<Leaderboard> boards = new ArrayList<>();
        for (LeaderboardState state :
                states.stream().filter(one -> ids.contains(one.id())).toList()) {
            Leaderboard board = cache.getIfPresent(state.id());
            if (board == null || board.version() != state.version()) {
                return repository.byIds(app, ids);
            }
            boards.add(board.at(state.clockAt(), state.scoredAt(), state.receivedAt(), state.finalizedThrough()));
        }
        return boards;
    }

    /**
     * Records that leaderboards have received submissions: the time of the first one, the time of the last one if the stored
     * one is an hour old, and with the SUBMISSIONS clock the current time, which never goes back. The caller holds the locks.
     *
     * @param times latest {@code achievedAt} by leaderboard ID
     */
    public void received(Map<Integer, Instant> times, Instant now) {
        repository.received(times, now);
    }

    /** The boards of each of these lists. */
    public Map<ListRequest<LeaderboardFilter, String>, List<Leaderboard>> listed(
            int app, Collection<ListRequest<LeaderboardFilter, String>> lists) {
        List<ListRequest<LeaderboardFilter, String>> possible = lists.stream()
                .filter(list -> list.filter() == null || list.filter().possible())
                .toList();
        return possible.isEmpty() ? Map.of() : timeZones.complete(repository.listed(app, possible));
    }

    /** Returns those of these leaderboards of any app that have the SYSTEM clock and are not archived. */
    public List<Leaderboard> onSystemClock(Collection<Integer> ids) {
        return timeZones.complete(repository.onSystemClock(ids));
    }
}
