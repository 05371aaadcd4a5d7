package laurel.window;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardListener;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ListRequest;
import laurel.request.Text;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowDefinitionRef.DefinitionKey;
import laurel.window.WindowRepository.HeldBoard;
import org.jspecify.annotations.Nullable;

/** Opens windows and finds them. */
@Singleton
public class Windows implements LeaderboardListener {
    /** Most windows that can be counted back in one question. */
    public static final int MAX_BACK = 10_000;

    /** Slices that one transaction makes: each is some ten tables and indexes, all of them locked. */
    private static final int SLICES_AT_ONCE = 20;

    /** Most windows that are remembered to be open. */
    private static final int MAX_KNOWN = 10_000;

    private final Sql sql;
    private final WindowRepository repository;
    /** Provided lazily, because seasons open windows. */
    private final Provider<SeasonStarter> seasons;
    /** What is open stays so as long as its board is of the same version. */
    private final Cache<Known, OpenWindow> known =
            Caffeine.newBuilder().maximumSize(MAX_KNOWN).build();

    private record Known(int leaderboard, int version, String definition, ZoneId timeZone, WindowBounds bounds) {
        static Known of(WindowKey key) {
            return new Known(
                    key.leaderboard().id(),
                    key.leaderboard().version(),
                    key.definition().key(),
                    key.timeZone(),
                    key.bounds());
        }
    }

    Windows(Sql sql, WindowRepository repository, Provider<SeasonStarter> seasons) {
        this.sql = sql;
        this.repository = repository;
        this.seasons = seasons;
    }

    /** Opens the first windows of a new board, in the transaction that makes it. */
    @Override
    public void created(Leaderboard leaderboard, Instant now) {
        if (leaderboard.clock() == LeaderboardClock.SYSTEM) {
            insert(RequiredWindows.of(leaderboard, now), now);
        } else {
            // Its submissions determine its windows; the slice of their entries is known.
            repository.openSlices(List.of(WindowSlice.ever(leaderboard).name()), now);
        }
    }

    /**
     * Opens what the board needs now: windows of a new definition, and those of a board that was archived. Where nothing
     * stands yet, its order, zones, clock and CUSTOM windows may have changed, and what is open with them. Refuses as
     * WINDOW_DEFINITION_KEY_USED a name that has meant other windows.
     */
    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        WindowDefinitionChange change = new WindowDefinitionChange(before, after);
        if (change.movesWindows()) {
            repository.delete(after.id());
        } else if (before.sortOrder() != after.sortOrder()) {
            repository.reorder(after);
        }
        if (!change.newCustoms().isEmpty()) {
            change.checkMeaning(repository.ends(after, change.newCustoms()));
        }
        if (after.archivedAt() == null) {
            created(after, now);
        }
    }

    /** The board's windows and rankings go with it; the entries of these are left to be swept. */
    @Override
    public void deleted(Leaderboard leaderboard, Instant now) {
        repository.delete(leaderboard.id());
    }

    /** Opens these windows, but none of boards that have changed since they were read. */
    public void open(Set<WindowKey> keys, Instant now) {
        Set<WindowKey> missing = new HashSet<>(keys);
        missing.removeAll(repository.byKeys(List.copyOf(keys)).keySet());
        missing.stream().filter(key -> !key.mayOpen()).forEach(key -> start(key, now));
        if (!missing.isEmpty()) {
            sql.useTransaction(() -> insert(missing, now));
        }
    }

    /** Makes those partitions of these windows that do not exist, a few in each transaction. */
    public void openSlices(Collection<WindowKey> keys, Instant now) {
        List<String> names =
                keys.stream().map(key -> key.slice().name()).distinct().sorted().toList();
        for (int from = 0; from < names.size(); from += SLICES_AT_ONCE) {
            List<String> some = names.subList(from, Math.min(from + SLICES_AT_ONCE, names.size()));
            sql.useTransaction(() -> repository.openSlices(some, now));
        }
    }

    private void start(WindowKey key, Instant now) {
        Instant startsAt = requireNonNull(key.bounds().startsAt());
        seasons.get().startDue(key.leaderboard(), startsAt, now);
    }

    /** Opens this window, unless it is open, within the caller's transaction, which holds the lock of its board. */
    public OpenWindow open(WindowKey key, Instant now) {
        insert(Set.of(key), now);
        return requireNonNull(repository.find(List.of(key)).get(key));
    }

    /**
     * Those of these windows that are open, within the caller's transaction, which holds the locks of their boards and
     * has read these under them. Windows once found are not looked for again.
     */
    public Map<WindowKey, OpenWindow> alreadyOpen(Set<WindowKey> keys) {
        Map<WindowKey, OpenWindow> open = new HashMap<>();
        List<WindowKey> wanted = new ArrayList<>();
        for (WindowKey key : keys) {
            OpenWindow window = known.getIfPresent(Known.of(key));
            if (window == null) {
                wanted.add(key);
            } else {
                open.put(key, window);
            }
        }
        if (!wanted.isEmpty()) {
            repository.find(wanted).forEach((key, window) -> {
                known.put(Known.of(key), window);
                open.put(key, window);
            });
        }
        return open;
    }

    /**
     * Opens those of these windows that are not open, within the caller's transaction, which holds the lock of their
     * board; and gives all that are. Nothing is remembered of them: the transaction may be rolled back.
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
     * The key of the window {@code back} windows before the one of this definition at an instant; empty where there was
     * no time then.
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

    /** The windows of these keys; those that their boards never had are absent. */
    public Map<WindowKey, Window> byKeys(Set<WindowKey> keys) {
        List<WindowKey> possible =
                keys.stream().filter(key -> key.bounds().withinCalendar()).toList();
        return possible.isEmpty() ? Map.of() : repository.byKeys(possible);
    }

    /** The windows of these names; those that their boards never had are absent. */
    public Map<WindowName, Window> byNames(Set<WindowName> names) {
        List<WindowName> possible = names.stream()
                .filter(named -> Text.isLine(named.name(), Text.MAX_NAME))
                .toList();
        return possible.isEmpty() ? Map.of() : repository.byNames(possible);
    }

    /** Those of these definitions that have had windows. */
    public Map<DefinitionKey, WindowDefinitionRef> definitions(Set<DefinitionKey> keys) {
        List<DefinitionKey> possible =
                keys.stream().filter(key -> Text.isKey(key.key())).toList();
        return possible.isEmpty()
                ? Map.of()
                : WindowDefinitionRef.of(Numbered.map(possible, repository.listDefinitions(possible)));
    }

    /** The windows of each of these lists. */
    public Map<ListRequest<WindowSeries, Instant>, List<Window>> started(
            Set<ListRequest<WindowSeries, Instant>> lists) {
        return repository.started(List.copyOf(lists));
    }

    /** The names of the tables that hold all entries of windows that contain one of these moments, of all boards. */
    public List<String> entryTables(Collection<Instant> moments) {
        Set<String> names = moments.stream()
                .flatMap(moment -> WindowSlice.around(moment).stream())
                .map(WindowSlice::name)
                .collect(Collectors.toSet());
        return repository.slices(names).stream().map(RankingId::entryTable).toList();
    }

    /** The windows of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, Window> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Window::id, Function.identity()));
    }

    /**
     * The ids of these rankings of open windows, made where they are new, within the caller's transaction, which holds
     * the lock of their boards.
     */
    public Map<RankingKey, Long> rankings(Set<RankingKey> keys) {
        Map<RankingKey, Long> ids = new HashMap<>(repository.rankings(List.copyOf(keys)));
        Set<RankingKey> fresh = new HashSet<>(keys);
        fresh.removeAll(ids.keySet());
        if (!fresh.isEmpty()) {
            repository.insertRankings(List.copyOf(fresh));
            ids.putAll(repository.rankings(List.copyOf(fresh)));
        }
        return ids;
    }

    /** Opens windows, but none of a board that is gone or is not any more what the key says. */
    private void insert(Set<WindowKey> keys, Instant now) {
        Set<HeldBoard> held = Set.copyOf(
                repository.hold(keys.stream().map(key -> key.leaderboard().id()).collect(Collectors.toSet())));
        List<WindowKey> current = keys.stream()
                .filter(key -> held.contains(
                        new HeldBoard(key.leaderboard().id(), key.leaderboard().version())))
                .filter(WindowKey::mayOpen)
                .toList();
        List<String> slices =
                current.stream().map(key -> key.slice().name()).distinct().toList();
        repository.insert(current, repository.openSlices(slices, now), now);
    }

    /**
     * The windows of one definition in one time zone, one after another.
     *
     * @param definition key of the definition
     */
    public record WindowSeries(Leaderboard leaderboard, String definition, ZoneId timeZone) {}
}
