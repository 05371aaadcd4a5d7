package laurel.group;

import com.github.benmanes.caffeine.cache.Cache;
import jakarta.inject.Singleton;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.group.GroupRepository.StoredTimeZones;
import laurel.group.GroupRepository.TimeZoneVersion;
import laurel.group.GroupTimeZones.AppAttribute;
import org.jspecify.annotations.Nullable;

/** Finds the time zones of groups in the directory. Remembers them by version, so that most look-ups only read the version. */
@Singleton
public class TimeZones {
    /** Maximum number of attributes that a node remembers; each has at most {@link Groups#MAX} groups. */
    private static final int MAX_CACHED = 100;

    private final GroupRepository repository;
    private final ServerCache<AppAttribute, Cached> cached;

    TimeZones(ConnectedServer server, GroupRepository repository) {
        this.cached = new ServerCache<>(server, MAX_CACHED);
        this.repository = repository;
    }

    private record Cached(int version, Map<String, ZoneId> byValue) {}

    /**
     * Locks the time zones of an attribute's groups until the caller's transaction ends: taken before they change, and before
     * something begins to follow them. The first of all locks.
     *
     * @param attribute any text; what is not an attribute is not locked
     */
    public void lock(int app, String attribute) {
        if (GroupValues.isAttribute(attribute)) {
            repository.lockTimeZones(app, attribute);
        }
    }

    /**
     * Returns the time zones of groups by attribute, of all attributes that something follows. All are read with the first one
     * that is needed. They stay valid until the caller's transaction ends if it holds a lock that a {@link GroupListener} takes.
     */
    public Map<AppAttribute, GroupTimeZones> of(Stream<Optional<AppAttribute>> followed) {
        Set<AppAttribute> attributes = followed.flatMap(Optional::stream).collect(Collectors.toSet());
        Reading reading = new Reading(attributes);
        return attributes.stream()
                .collect(Collectors.toMap(
                        attribute -> attribute,
                        attribute -> new GroupTimeZones(
                                attribute,
                                () -> Objects.requireNonNull(reading.get().get(attribute)))));
    }

    /** Reads the time zones of attributes once. Threads that need them at the same time may each read them. */
    private final class Reading implements Supplier<Map<AppAttribute, Map<String, ZoneId>>> {
        private final Set<AppAttribute> attributes;
        private volatile @Nullable Map<AppAttribute, Map<String, ZoneId>> result;

        Reading(Set<AppAttribute> attributes) {
            this.attributes = attributes;
        }

        @Override
        public Map<AppAttribute, Map<String, ZoneId>> get() {
            Map<AppAttribute, Map<String, ZoneId>> known = result;
            if (known == null) {
                known = read(attributes);
                result = known;
            }
            return known;
        }
    }

    private Map<AppAttribute, Map<String, ZoneId>> read(Set<AppAttribute> attributes) {
        Map<AppAttribute, Map<String, ZoneId>> found = new HashMap<>();
        attributes.forEach(attribute -> found.put(attribute, Map.of()));
        List<TimeZoneVersion> versions = repository.versions(attributes);
        Cache<AppAttribute, Cached> cache = cached.current();
        for (TimeZoneVersion version : versions) {
            AppAttribute attribute = new AppAttribute(version.appId(), version.attribute());
            found.put(attribute, at(cache, attribute, version.version()));
        }
        return found;
    }

    private Map<String, ZoneId> at(Cache<AppAttribute, Cached> cache, AppAttribute attribute, int version) {
        Cached known = cache.getIfPresent(attribute);
        if (known == null || known.version != version) {
            known = read(attribute, version);
            cache.put(attribute, known);
        }
        return known.byValue;
    }

    private Cached read(AppAttribute attribute, int version) {
        StoredTimeZones stored = repository.timeZones(attribute.appId(), attribute.attribute());
        if (stored == null) {
            return new Cached(version, Map.of());
        }
        Map<String, ZoneId> byValue = HashMap.newHashMap(stored.groups().size());
        for (int n = 0; n < stored.groups().size(); n++) {
            byValue.put(stored.groups().get(n), ZoneId.of(stored.timeZones().get(n)));
        }
        // The version that was read with them: they may have changed since the caller's.
        return new Cached(stored.version(), Map.copyOf(byValue));
    }
}
