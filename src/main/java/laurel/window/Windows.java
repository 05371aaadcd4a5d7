package laurel.window;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.Versioned;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardListener;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ListRequest;
import laurel.request.Text;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowDefinitionRef.DefinitionKey;
import laurel.window.WindowKey.WindowIdentity;
import laurel.window.WindowRepository.BoardVersion;
import org.jspecify.annotations.Nullable;

/** Opens windows and finds them. */
@Singleton
public class Windows implements LeaderboardListener {
    /** Maximum offset of a window selector. */
    public static final int MAX_BACK = 10_000;

    /** Slices created in one transaction. Each has about ten tables and indexes, which are all locked. */
    private static final int SLICES_AT_ONCE = 20;

    /** Maximum number of cached windows. */
    private static final int MAX_CACHED = 10_000;

    private final Sql sql;
    private final WindowRepository repository;
    private final EntryTables entries;
    /** Provided lazily, because seasons open windows. */
    private final Provider<SeasonStarter> seasons;
    /** Open windows, which stay open as long as the version of the leaderboard is the same. */
    private final ServerCache<WindowIdentity, OpenWindow> cached;

    Windows(
            Sql sql,
            ConnectedServer server,
            WindowRepository repository,
            EntryTables entries,
            Provider<SeasonStarter> seasons) {
        this.sql = sql;
        this.cached = new ServerCache<>(server, MAX_CACHED);
        this.repository = repository;
        this.entries = entries;
        this.seasons = seasons;
    }

    /** Opens the first windows of a new leaderboard, in the transaction that creates it. */
    @Override
    public void created(Leaderboard leaderboard, Instant now) {
        Set<WindowKey> keys = RequiredWindows.ofSeasons(leaderboard, leaderboard.time(now));
        if (leaderboard.clock() == LeaderboardClock.SYSTEM) {
            keys.addAll(RequiredWindows.of(leaderboard, now));
        } else {
            // The submissions determine the other windows. Their slice is cache.
            repository.openSlices(List.of(WindowSlice.ever(leaderboard).name()), now);
        }
        if (!keys.isEmpty()) {
            insert(keys, now);
        }
    }

    /**
     * Opens the windows that the leaderboard needs now: those of new definitions, and those of a leaderboard that was archived.
     * Before the first score, its sort order, time zones, clock and CUSTOM definitions may change; then its open windows are
     * replaced. Refuses WINDOW_DEFINITION_KEY_USED for a key that was used for other windows.
     */
    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        WindowDefinitionChange change = new WindowDefinitionChange(before, after);
        if (change.movesWindows()) {
            repository.delete(after.id());
        } else if (before.sortOrder() != after.sortOrder() || before.decimals() != after.decimals()) {
            repository.rewriteRankings(after);
        }
        if (!change.newCustoms().isEmpty()) {
            change.apply(repository, entries, now);
        }
        if (after.archivedAt() == null) {
            created(after, now);
        }
    }

    /** Deletes the leaderboard's windows and rankings. Their entries are swept later. */
    @Override
    public void deleted(Leaderboard leaderboard, Instant now) {
        repository.delete(leaderboard.id());
    }

    /** Opens these windows, except those of leaderboards that have changed since they were read. */
    public void open(Set<WindowKey> keys, Instant now) {
        Set<WindowKey> missing = new HashSet<>(keys);
        missing.removeAll(repository.byKeys(List.copyOf(keys)).keySet());
        missing.stream().filter(key -> !key.mayOpen()).forEach(key -> start(key, now));
        if (!missing.isEmpty()) {
            sql.useTransaction(() -> insert(missing, now));
        }
    }

    /** Creates the missing partitions of these windows, a few in each transaction. */
    public void openSlices(Collection<WindowKey> keys, Instant now) {
        List<String> names =
                keys.stream().map(key -> key.slice().name()).distinct().sorted().toList();
        for (int from = 0; from < names.size(); from += SLICES_AT_ONCE) {
            List<String> some = names.subList(from, Math.min(from + SLICES_AT_ONCE, names.size()));
            sql.useTransaction(() -> repository.openSlices(some, now));
        }
    }

    /** Returns the number of the slice of a window, in the caller's transaction, which keeps the slice from being retired. */
    public int slice(WindowKey key, Instant now) {
        return repository
                .openSlices(List.of(key.slice().name()), now)
                .getFirst()
                .id();
    }

    private void start(WindowKey key, Instant now) {
        Instant startsAt = requireNonNull(key.bounds().startsAt());
        seasons.get().startDue(key.leaderboard(), startsAt, now);
    }

    /** Opens a window if it is not open, in the caller's transaction, which holds the leaderboard's lock. */
    public OpenWindow open(WindowKey key, Instant now) {
        insert(Set.of(key), now);
        return requireNonNull(repository.find(List.of(key)).get(key));
    }

    /**
     * Returns those of these windows that are open, in the caller's transaction, which holds the leaderboards' locks and has
     * read the leaderboards under them. Caches the windows.
     */
    public Map<WindowKey, OpenWindow> alreadyOpen(Set<WindowKey> keys) {
        Cache<WindowIdentity, OpenWindow> cache = cached.current();
        Map<WindowKey, OpenWindow> open = new HashMap<>();
        List<WindowKey> requested = new ArrayList<>();
        for (WindowKey key : keys) {
            OpenWindow window = cache.getIfPresent(key.identity());
            if (window == null) {
                requested.add(key);
            } else {
                open.put(key, window);
            }
        }
        if (!requested.isEmpty()) {
            repository.find(requested).forEach((key, window) -> {
                cache.put(key.identity(), window);
                open.put(key, window);
            });
        }
        return open;
    }

    /**
     * Returns those of these windows that were opened and have not expired, closed or not, as they are in the caller's
     * transaction, which holds the leaderboards' locks.
     */
    public Map<WindowKey, OpenWindow> retained(Set<WindowKey> keys) {
        Map<WindowKey, OpenWindow> retained = new HashMap<>(repository.find(List.copyOf(keys)));
        retained.values().removeIf(window -> window.window().expiredAt() != null);
        return retained;
    }

    /**
     * Opens those of these windows that are not open, in the caller's transaction, which holds the leaderboard's lock, and
     * returns all that are open. Does not cache them, because the transaction may be rolled back.
     */
    public Map<WindowKey, OpenWindow> opened(Set<WindowKey> keys, Instant now) {
        Map<WindowKey, OpenWindow> open = new HashMap<>(repository.find(List.copyOf(keys)));
        Set<WindowKey> missing = new HashSet<>(keys);
        missing.removeAll(open.keySet());
        if (!missing.isEmpty()) {
            insert(missing, now);
            open.putAll(repository.find(List.copyOf(missing)));
        }
        return open;
    }

    /**
     * Returns the key of the window {@code back} windows before the one of this definition at an instant; empty if there is
     * none.
     *
     * @param back 0 to {@link #MAX_BACK}
     */
    static Optional<WindowKey> back(
            Leaderboard leaderboard, WindowDefinition definition, ZoneId timeZone, int back, Instant instant) {
        WindowSchedule schedule = WindowSchedule.of(leaderboard, definition, timeZone);
        @Nullable WindowBounds bounds = schedule.at(instant).orElse(null);
        for (int i = 0; i < back && bounds != null; i++) {
            bounds = schedule.before(bounds);
        }
        return bounds == null
                ? Optional.empty()
                : Optional.of(new WindowKey(leaderboard, definition, timeZone, bounds));
    }

    /** Returns the windows with these keys; windows that were never opened are absent. */
    public Map<WindowKey, Window> byKeys(Set<WindowKey> keys) {
        return versionsByKeys(keys).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, found -> found.getValue().value()));
    }

    /** Returns those of these windows that have expired: they exist, and cannot be opened again. */
    public Set<WindowKey> expired(Set<WindowKey> keys) {
        Map<WindowKey, Window> existing = new HashMap<>(byKeys(keys));
        existing.values().removeIf(window -> window.expiredAt() == null);
        return existing.keySet();
    }

    /** Returns the windows with these keys, with the versions of their rows. */
    public Map<WindowKey, Versioned<Window>> versionsByKeys(Set<WindowKey> keys) {
        List<WindowKey> possible =
                keys.stream().filter(key -> key.bounds().withinCalendar()).toList();
        return possible.isEmpty() ? Map.of() : repository.byKeys(possible);
    }

    /** Returns the windows with these names; windows that were never opened are absent. */
    public Map<WindowName, Window> byNames(Set<WindowName> names) {
        List<WindowName> possible = names.stream()
                .filter(named -> Text.isLine(named.name(), Text.MAX_NAME))
                .toList();
        return possible.isEmpty() ? Map.of() : repository.byNames(possible);
    }

    /** Returns those of these definitions that have windows. */
    public Map<DefinitionKey, WindowDefinitionRef> definitions(Set<DefinitionKey> keys) {
        List<DefinitionKey> possible =
                keys.stream().filter(key -> Text.isKey(key.key())).toList();
        return possible.isEmpty()
                ? Map.of()
                : WindowDefinitionRef.of(Numbered.map(possible, repository.listDefinitions(possible)));
    }

    /** Returns the windows of each list. */
    public Map<ListRequest<WindowSeries, Instant>, List<Window>> started(
            Set<ListRequest<WindowSeries, Instant>> lists) {
        return repository.started(List.copyOf(lists));
    }

    /** Returns the names of the tables with the entries of all windows of these leaderboards that are not closed. */
    public List<String> openEntryTables(Collection<Integer> leaderboards) {
        return repository.openSlices(leaderboards).stream()
                .map(RankingId::entryTable)
                .toList();
    }

    /** Returns the windows with these IDs, by ID; unknown IDs and those of other apps are absent. */
    public Map<Long, Window> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Window::id, Function.identity()));
    }

    /**
     * Returns the IDs of these rankings of open windows, and creates missing ones, in the caller's transaction, which holds the
     * leaderboards' locks. Adds the groups of new rankings to those of the app.
     */
    public Map<RankingKey, Long> rankings(Set<RankingKey> keys, Instant now) {
        Map<RankingKey, Long> ids = new HashMap<>(repository.rankings(List.copyOf(keys)));
        Set<RankingKey> fresh = new HashSet<>(keys);
        fresh.removeAll(ids.keySet());
        if (!fresh.isEmpty()) {
            repository.insertRankings(List.copyOf(fresh), now);
            ids.putAll(repository.rankings(List.copyOf(fresh)));
        }
        return ids;
    }

    /** Opens windows, except those of leaderboards that were deleted or have another version than in the key. */
    private void insert(Set<WindowKey> keys, Instant now) {
        Set<BoardVersion> held = Set.copyOf(
                repository.hold(keys.stream().map(key -> key.leaderboard().id()).collect(Collectors.toSet())));
        List<WindowKey> current = keys.stream()
                .filter(key -> held.contains(new BoardVersion(
                        key.leaderboard().id(), key.leaderboard().version())))
                .filter(WindowKey::mayOpen)
                .toList();
        List<String> slices =
                current.stream().map(key -> key.slice().name()).distinct().toList();
        repository.insert(current, repository.openSlices(slices, now), now);
    }

    /**
     * The windows of a definition in a time zone, in order.
     *
     * @param definition key of the definition
     */
    public record WindowSeries(Leaderboard leaderboard, String definition, ZoneId timeZone) {}
}
