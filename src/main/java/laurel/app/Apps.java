package laurel.app;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.request.AppSource;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Creates and finds apps. */
@Singleton
public class Apps implements AppSource {
    private final AppRepository repository;

    /** Never invalidated: an app keeps its key and is never deleted. Has only apps that exist. */
    private final Map<String, Integer> known =
            new ConcurrentHashMap<>(Map.of(AppSource.DEFAULT_APP_KEY, AppSource.DEFAULT_APP));

    Apps(AppRepository repository) {
        this.repository = repository;
    }

    /**
     * Creates an app. Refuses, in this order: INVALID_KEY, INVALID_TEXT, KEY_TAKEN.
     *
     * @param name 1 to 200 characters; null for the key
     */
    public App create(String key, @Nullable String name, Instant now) {
        Text.key(key, "key");
        String shown = name == null ? key : Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        App app = repository.insert(key, shown, now);
        if (app == null) {
            throw new RefusedException(ErrorCode.KEY_TAKEN, "An app with the key `" + key + "` already exists.", "key");
        }
        return app;
    }

    /**
     * Renames an app. Refuses, in this order: INVALID_TEXT, APP_NOT_FOUND.
     *
     * @param name 1 to 200 characters; null for the key
     */
    public App rename(String key, @Nullable String name) {
        String shown = name == null ? null : Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        return found(key, Text.isKey(key) ? repository.rename(key, shown) : null);
    }

    /** Returns the app with this key. Refuses APP_NOT_FOUND. */
    public App require(String key) {
        return found(key, byKeys(Set.of(key)).get(key));
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
        Integer id = known.get(key);
        if (id != null) {
            return OptionalInt.of(id);
        }
        Optional<App> found = Text.isKey(key) ? repository.byKey(key) : Optional.empty();
        found.ifPresent(app -> known.put(key, app.id()));
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
