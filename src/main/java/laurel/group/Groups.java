package laurel.group;

import com.github.benmanes.caffeine.cache.Cache;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.database.sql.Sql;
import laurel.group.AppGroup.GroupFilter;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The groups of apps. A group comes into being when it is created, when a participant gets its value, or with its first ranking.
 * Transactions that may add groups lock those of the app, after leaderboards and before participants. A transaction that updates
 * or deletes a group locks its row after everything else; those that add members or rankings lock the row, too.
 */
@Singleton
public class Groups {
    /** Maximum number of groups of an attribute in an app. */
    public static final int MAX = 10_000;

    /** Maximum number of groups that a node remembers, so that most submissions look none up. */
    private static final int MAX_CACHED = 100_000;

    private final Sql sql;
    private final GroupRepository repository;
    private final TimeZones timeZones;
    private final List<GroupListener> listeners;
    private final ServerCache<AppValue, Boolean> cached;

    Groups(
            Sql sql,
            ConnectedServer server,
            GroupRepository repository,
            TimeZones timeZones,
            List<GroupListener> listeners) {
        this.sql = sql;
        this.cached = new ServerCache<>(server, MAX_CACHED);
        this.repository = repository;
        this.timeZones = timeZones;
        this.listeners = listeners;
    }

    private record AppValue(int app, GroupValue value) {}

    /** A change of a participant's own values. */
    @Introspected
    public record MemberChange(GroupValues before, GroupValues after) {}

    /**
     * Creates a group. Refuses, in this order: as {@link GroupInput#checked} does, GROUP_TAKEN, LIMIT_REACHED, and as {@link
     * GroupListener} does.
     */
    public AppGroup create(int app, GroupInput given, Instant now) {
        GroupValue value = given.checked().group();
        return sql.inTransaction(() -> {
            lock(app, given);
            repository.lock(app);
            if (byValue(app, value).isPresent()) {
                throw new RefusedException(
                        ErrorCode.GROUP_TAKEN, "The group exists already; `updateGroup` changes it.", "value");
            }
            if (!excess(app, Set.of(value)).isEmpty()) {
                throw limit(value, "value");
            }
            changeTimeZone(app, value, null, given.timeZone(null));
            return Objects.requireNonNull(repository.insert(app, given, now));
        });
    }

    /**
     * Changes a group. Refuses, in this order: as {@link GroupInput#checked} does, GROUP_NOT_FOUND, VERSION_CONFLICT, and as
     * {@link GroupListener} does.
     *
     * @param version that the group must have; null for any
     */
    public AppGroup update(int app, GroupInput given, @Nullable Integer version) {
        given.checked();
        return sql.inTransaction(() -> {
            lock(app, given);
            AppGroup group = existing(app, given.group(), version);
            changeTimeZone(app, given.group(), group.timeZone(), given.timeZone(group.timeZone()));
            return repository.update(group.id(), given);
        });
    }

    /**
     * Deletes a group, and returns its ID. Refuses, in this order: GROUP_NOT_FOUND, VERSION_CONFLICT, GROUP_IN_USE, and as
     * {@link GroupListener} does.
     *
     * @param version that the group must have; null for any
     */
    public long delete(int app, GroupValue value, @Nullable Integer version) {
        return sql.inTransaction(() -> {
            lock(app, value.attribute());
            AppGroup group = existing(app, value, version);
            if (group.memberCount() > 0 || repository.isRanked(app, value)) {
                throw new RefusedException(
                        ErrorCode.GROUP_IN_USE,
                        group.memberCount() > 0
                                ? "The group has members: " + group.memberCount() + "."
                                : "The group has rankings. They are removed some time after their window has expired.",
                        "value");
            }
            changeTimeZone(app, value, group.timeZone(), null);
            repository.delete(group.id());
            cached.current().invalidate(new AppValue(app, value));
            return group.id();
        });
    }

    private void lock(int app, GroupInput given) {
        if (given.setsTimeZone()) {
            lock(app, given.group().attribute());
        }
    }

    /** Locks what a change of a time zone affects, in the order of locks. */
    private void lock(int app, String attribute) {
        timeZones.lock(app, attribute);
        listeners.forEach(listener -> listener.lock(app, attribute));
    }

    private void changeTimeZone(int app, GroupValue value, @Nullable ZoneId before, @Nullable ZoneId after) {
        if (!Objects.equals(before, after)) {
            AppAttribute attribute = new AppAttribute(app, value.attribute());
            GroupTimeZones changed = Objects.requireNonNull(
                            timeZones.of(Stream.of(Optional.of(attribute))).get(attribute))
                    .with(value.value(), after);
            listeners.forEach(listener -> listener.check(app, value, changed));
            repository.addTimeZoneVersion(app, value.attribute());
        }
    }

    /** Locks a group until the caller's transaction ends, and returns it. */
    private AppGroup existing(int app, GroupValue value, @Nullable Integer version) {
        AppGroup group = value.possible() ? repository.lock(app, value) : null;
        if (group == null) {
            throw new RefusedException(
                    ErrorCode.GROUP_NOT_FOUND, "No group of the app has this attribute and value.", "value");
        }
        RefusedException.checkVersion("group", group.version(), version);
        return group;
    }

    /**
     * Returns those of these values that cannot be added, because their attributes have as many groups as allowed. If some are
     * new, this locks the app's groups until the caller's transaction ends.
     */
    public Set<GroupValue> excess(int app, Collection<GroupValue> values) {
        Set<GroupValue> added = new TreeSet<>(values);
        Cache<AppValue, Boolean> known = cached.current();
        added.removeIf(value -> known.getIfPresent(new AppValue(app, value)) != null);
        if (!added.isEmpty()) {
            removeExisting(known, app, added);
        }
        if (added.isEmpty()) {
            return Set.of();
        }
        repository.lock(app);
        // Read again under the lock: another transaction may have added some.
        removeExisting(known, app, added);
        Map<String, Integer> counts =
                repository.counts(app, added.stream().map(GroupValue::attribute).collect(Collectors.toSet()));
        return added.stream()
                .filter(value -> counts.merge(value.attribute(), 1, Integer::sum) > MAX)
                .collect(Collectors.toSet());
    }

    private void removeExisting(Cache<AppValue, Boolean> known, int app, Set<GroupValue> values) {
        for (GroupValue value : repository.existing(app, values)) {
            known.put(new AppValue(app, value), true);
            values.remove(value);
        }
    }

    /**
     * Refuses LIMIT_REACHED if a participant's own values cannot be added.
     *
     * @param path of the values
     */
    public void checkLimit(int app, @Nullable GroupValues values, String path) {
        if (values != null && !values.values().isEmpty()) {
            excess(app, values.all()).stream().sorted().findFirst().ifPresent(value -> {
                throw limit(value, path, value.attribute());
            });
        }
    }

    /** LIMIT_REACHED for a value that cannot be added. */
    public static RefusedException limit(GroupValue value, String... path) {
        return RefusedException.limit(
                ErrorCode.LIMIT_REACHED,
                MAX,
                "The app has " + MAX + " groups of `" + value.attribute() + "`, as many as allowed.",
                path);
    }

    /** Counts members after participants' own values have changed, in the caller's transaction. Adds new values. */
    public void countMembers(int app, Collection<MemberChange> changes, Instant now) {
        Map<GroupValue, Integer> differences = new TreeMap<>();
        for (MemberChange change : changes) {
            change.before.all().forEach(value -> differences.merge(value, -1, Integer::sum));
            change.after.all().forEach(value -> differences.merge(value, 1, Integer::sum));
        }
        differences.values().removeIf(difference -> difference == 0);
        if (!differences.isEmpty()) {
            repository.addMembers(app, differences, now);
        }
    }

    /** Returns the group of this value; empty if there is none. */
    public Optional<AppGroup> byValue(int app, GroupValue value) {
        return Optional.ofNullable(byValues(app, Set.of(value)).get(value));
    }

    /** Returns the groups of these values, by value; those that do not exist are absent. */
    public Map<GroupValue, AppGroup> byValues(int app, Set<GroupValue> values) {
        Set<GroupValue> possible = values.stream().filter(GroupValue::possible).collect(Collectors.toSet());
        return possible.isEmpty()
                ? Map.of()
                : repository.byValues(app, possible).stream()
                        .collect(Collectors.toMap(AppGroup::groupValue, Function.identity()));
    }

    /** Returns the groups with these IDs, by ID; unknown IDs and those of other apps are absent. */
    public Map<Long, AppGroup> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(AppGroup::id, Function.identity()));
    }

    /** Returns the groups of each list, by value. Lists without groups are absent. */
    public Map<ListRequest<GroupFilter, String>, List<AppGroup>> listed(
            int app, Set<ListRequest<GroupFilter, String>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }
}
