package laurel.activity;

import com.github.benmanes.caffeine.cache.Cache;
import io.micronaut.core.annotation.Order;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.group.GroupListener;
import laurel.group.GroupTimeZones;
import laurel.group.GroupValue;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;

/**
 * The groups whose activity was counted by a day rule that follows their attribute. Their time zones cannot change, because the
 * days of events must not depend on when the events arrive. {@link #add} and {@link #check} are called with the
 * app's activity lock.
 */
@Singleton
@Order(1)
class CountedGroups implements GroupListener {
    /** Maximum number of groups that a node remembers, so that most transactions look none up. */
    private static final int MAX_CACHED = 100_000;

    private final DayRules dayRules;
    private final ActivityEventRepository repository;
    private final ServerCache<AppGroupValue, Boolean> cached;

    CountedGroups(ConnectedServer server, DayRules dayRules, ActivityEventRepository repository) {
        this.cached = new ServerCache<>(server, MAX_CACHED);
        this.dayRules = dayRules;
        this.repository = repository;
    }

    private record AppGroupValue(int app, GroupValue value) {}

    /** Stores the groups of these events. */
    void add(int app, Collection<ActivityEvent> events, Collection<StoredDayRule> rules) {
        Set<String> attributes = rules.stream()
                .flatMap(rule -> Stream.ofNullable(rule.rule().timeZoneAttribute()))
                .collect(Collectors.toSet());
        Cache<AppGroupValue, Boolean> stored = cached.current();
        Set<GroupValue> added = events.stream()
                .flatMap(event -> Stream.of(event.groupValues(), event.peerGroup()))
                .flatMap(group -> group.values().entrySet().stream())
                .filter(value -> attributes.contains(value.getKey()))
                .map(value -> new GroupValue(value.getKey(), value.getValue()))
                .filter(value -> stored.getIfPresent(new AppGroupValue(app, value)) == null)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!added.isEmpty()) {
            for (GroupValue value : repository.countedGroups(app, added)) {
                // Committed: this transaction has added none yet.
                stored.put(new AppGroupValue(app, value), true);
                added.remove(value);
            }
        }
        if (!added.isEmpty()) {
            repository.addCountedGroups(app, added);
        }
    }

    @Override
    public void lock(int app, String attribute) {
        dayRules.lock(app);
    }

    @Override
    public void check(int app, GroupValue group, GroupTimeZones after) {
        if (!repository.countedGroups(app, Set.of(group)).isEmpty()) {
            throw new RefusedException(
                    ErrorCode.GROUP_HAS_SCORES,
                    "The time zone cannot change, because activity of the group has been counted by days in it.",
                    "timeZone");
        }
    }
}
