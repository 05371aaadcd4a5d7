package laurel.app;

import com.github.benmanes.caffeine.cache.Cache;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.request.AppSource;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Creates and finds apps. */
@Singleton
public class Apps implements AppSource {
    private final Sql sql;
    private final AppRepository repository;
    private final Signals signals;
    private Signals.@Nullable Registration registration;

    /** Maximum number of apps that a node remembers. */
    private static final int MAX_CACHED = 10_000;

    /** Only apps that exist. An app keeps its key and is never deleted. */
    private final ServerCache<String, Integer> known;

    /** Null until it is read, and after a signal that it may have changed. */
    private volatile @Nullable Set<Integer> anonymous;

    Apps(Sql sql, ConnectedServer server, AppRepository repository, Signals signals) {
        this.sql = sql;
        this.known = new ServerCache<>(server, MAX_CACHED);
        this.repository = repository;
        this.signals = signals;
    }

    @PostConstruct
    void listen() {
        registration = signals.listen(signal -> {
            if (signal.topic() == Topic.PERMISSIONS || signal.topic() == Topic.ANYTHING) {
                anonymous = null;
            }
        });
    }

    @PreDestroy
    void close() {
        if (registration != null) {
            registration.close();
        }
    }

    /**
     * Creates an app. Refuses, in this order: INVALID_KEY, INVALID_TEXT, KEY_TAKEN.
     *
     * @param name      1 to 200 characters; null for the key
     * @param anonymous whether callers without credentials may read what is public
     */
    public App create(String key, @Nullable String name, boolean anonymous, Instant now) {
        Text.key(key, "key");
        String shown = name == null ? key : Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        App app = sql.inTransaction(() -> announced(repository.insert(key, shown, anonymous, now)));
        if (app == null) {
            throw new RefusedException(ErrorCode.KEY_TAKEN, "An app with the key `" + key + "` already exists.", "key");
        }
        return app;
    }

    /**
     * Changes an app. Refuses, in this order: INVALID_TEXT, APP_NOT_FOUND.
     *
     * @param named     whether the name changes
     * @param name      1 to 200 characters; null for the key
     * @param anonymous whether callers without credentials may read what is public; null leaves it as it is
     */
    public App update(String key, boolean named, @Nullable String name, @Nullable Boolean anonymous) {
        String shown = name == null ? null : Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        App changed = Text.isKey(key)
                ? sql.inTransaction(() -> announced(repository.update(key, named, shown, anonymous)))
                : null;
        return found(key, changed);
    }

    private @Nullable App announced(@Nullable App changed) {
        signals.afterCommit(List.of(new Signal(Topic.PERMISSIONS, 0)));
        return changed;
    }

    @Override
    public boolean isAnonymousKnown() {
        return anonymous != null;
    }

    @Override
    public Set<Integer> anonymousApps() {
        Set<Integer> known = anonymous;
        if (known == null) {
            known = Set.copyOf(repository.anonymous());
            anonymous = known;
        }
        return known;
    }

    private static App found(String key, @Nullable App app) {
        if (app == null) {
            throw new RefusedException(ErrorCode.APP_NOT_FOUND, "No app has the key `" + key + "`.", "appKey");
        }
        return app;
    }

    /** Queries the database only for apps that this node has not cached. */
    @Override
    public OptionalInt idOf(String key) {
        if (key.equals(AppSource.DEFAULT_APP_KEY)) {
            return OptionalInt.of(AppSource.DEFAULT_APP);
        }
        Cache<String, Integer> ids = known.current();
        Integer id = ids.getIfPresent(key);
        if (id != null) {
            return OptionalInt.of(id);
        }
        Optional<App> found = Text.isKey(key) ? repository.byKey(key) : Optional.empty();
        found.ifPresent(app -> ids.put(key, app.id()));
        return found.map(app -> OptionalInt.of(app.id())).orElseGet(OptionalInt::empty);
    }

    /** Returns the apps with these IDs, by ID; unknown IDs are absent. */
    public Map<Integer, App> byIds(Set<Integer> ids) {
        return repository.byIds(ids).stream().collect(Collectors.toMap(App::id, Function.identity()));
    }

    /** Returns the apps with these keys, by key; unknown keys are absent. */
    public Map<String, App> byKeys(Set<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return possible.isEmpty()
                ? Map.of()
                : repository.byKeys(possible).stream().collect(Collectors.toMap(App::key, Function.identity()));
    }

    /** Returns the apps of each list. */
    public Map<ListRequest<Void, String>, List<App>> listed(Set<ListRequest<Void, String>> lists) {
        return repository.listed(List.copyOf(lists));
    }
}
