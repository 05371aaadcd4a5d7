package laurel.badge;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import laurel.change.ChangeFeed;
import laurel.database.sql.Sql;
import laurel.event.Events;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Creates, changes, deletes and finds badges. */
@Singleton
public class Badges {
    private final Sql sql;
    private final BadgeRepository repository;
    private final BadgePositionRepository positions;
    private final RuleCheck rules;
    private final Leaderboards leaderboards;
    private final ChangeFeed feed;
    private final Events events;
    private final int max;

    /** @param max badges of one app */
    Badges(
            Sql sql,
            BadgeRepository repository,
            BadgePositionRepository positions,
            RuleCheck rules,
            Leaderboards leaderboards,
            ChangeFeed feed,
            Events events,
            @Value("${laurel.limits.badges:200}") int max) {
        this.sql = sql;
        this.repository = repository;
        this.positions = positions;
        this.rules = rules;
        this.leaderboards = leaderboards;
        this.feed = feed;
        this.events = events;
        this.max = max;
    }

    /**
     * Creates a badge, which can be earned from now on. Refuses KEY_TAKEN, then as {@link RuleCheck} does, then
     * LIMIT_REACHED.
     */
    public Badge create(int app, BadgeDefinition definition, Instant now) {
        return sql.inTransaction(() -> {
            repository.lock(app);
            Badge created = created(app, definition, now);
            if (created == null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A badge with the key `" + definition.key() + "` already exists.", "key");
            }
            return created;
        });
    }

    /** Creates the badges whose keys are not taken, all or none. Returns the badges of all keys. */
    List<Badge> install(int app, List<BadgeDefinition> definitions, Instant now) {
        return sql.inTransaction(() -> {
            repository.lock(app);
            definitions.forEach(one -> created(app, one, now));
            Map<String, Badge> byKey =
                    byKeys(app, definitions.stream().map(BadgeDefinition::key).collect(Collectors.toSet()));
            return definitions.stream()
                    .map(one -> Objects.requireNonNull(byKey.get(one.key())))
                    .toList();
        });
    }

    /** Null if there is a badge of the key. */
    private @Nullable Badge created(int app, BadgeDefinition definition, Instant now) {
        if (repository.byKey(app, definition.key()).isPresent()) {
            return null;
        }
        BadgeRule rule = definition.rule();
        Leaderboard leaderboard = leaderboard(app, rule);
        rules.check(app, rule, leaderboard);
        if (repository.count(app) >= max) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED, max, "The app has " + max + " badges, which is the maximum.", "key");
        }
        return repository.insert(app, definition, follow(app, rule, leaderboard, now), now);
    }

    /**
     * The badge to change.
     *
     * @param expectedVersion null: any
     */
    @Introspected
    public record BadgeVersion(String badgeKey, @Nullable Integer expectedVersion) {}

    /** Locks a badge until the transaction ends. */
    private Badge locked(int app, BadgeVersion which) {
        String key = which.badgeKey();
        Badge badge = repository.lockByKey(app, key).orElseThrow(() -> unknown(key));
        RefusedException.checkVersion("badge", badge.version(), which.expectedVersion());
        return badge;
    }

    /** Updates a badge. Refuses BADGE_NOT_FOUND, VERSION_CONFLICT, INVALID_TEXT. */
    public Badge update(int app, BadgeVersion which, UnaryOperator<BadgeDefinition> change, Instant now) {
        return sql.inTransaction(() -> {
            Badge before = locked(app, which);
            BadgeDefinition after = change.apply(before.definition());
            BadgeDefinition.checkTexts(after.name(), after.description(), after.imageUrl());
            long from = follow(app, before.rule(), leaderboard(app, before.rule()), now);
            return repository.update(before.id(), after, from, now);
        });
    }

    /** Deletes a badge that was never awarded. Refuses BADGE_NOT_FOUND, VERSION_CONFLICT, BADGE_HAS_AWARDS. */
    public Badge delete(int app, BadgeVersion which) {
        return sql.inTransaction(() -> {
            Badge badge = locked(app, which);
            if (repository.delete(badge.id()) == 0) {
                throw new RefusedException(
                        ErrorCode.BADGE_HAS_AWARDS,
                        "The badge `" + badge.key() + "` has awards; set its state to DISABLED instead.",
                        "badgeKey");
            }
            return badge;
        });
    }

    /** Refuses, in this order: INVALID_KEY, LEADERBOARD_NOT_FOUND. */
    public void checkKeys(int app, String key, RuleKind kind, @Nullable String leaderboardKey) {
        Text.key(key, "key");
        if (leaderboardKey != null && leaderboards.byKey(app, leaderboardKey).isEmpty()) {
            throw RuleCheck.unknownLeaderboard(kind, leaderboardKey);
        }
    }

    private @Nullable Leaderboard leaderboard(int app, BadgeRule rule) {
        return rule.leaderboardKey() == null
                ? null
                : leaderboards.byKey(app, rule.leaderboardKey()).orElse(null);
    }

    /**
     * Follows the events or changes that earn a badge. Returns the position from which they count; 0 if its leaderboard is deleted:
     * all changes of one that is created later count.
     */
    private long follow(int app, BadgeRule rule, @Nullable Leaderboard leaderboard, Instant now) {
        if (rule.kind() == RuleKind.SCORE) {
            if (leaderboard == null) {
                return 0;
            }
            long from = feed.position(leaderboard.id());
            positions.followLeaderboard(leaderboard.id(), from, now);
            return from;
        }
        long from = events.last(app);
        if (rule.kind() == RuleKind.RANK_AT_CLOSE) {
            positions.followEvents(app, from);
        }
        return from;
    }

    /** Checks a rule; refuses as {@link #create} does. */
    public void check(int app, BadgeRule rule) {
        Leaderboard leaderboard = leaderboard(app, rule);
        rules.check(app, rule, leaderboard);
    }

    public static RefusedException unknown(String key) {
        return new RefusedException(ErrorCode.BADGE_NOT_FOUND, "No badge has the key `" + key + "`.", "badgeKey");
    }

    public static RefusedException deleted() {
        return new RefusedException(ErrorCode.BADGE_NOT_FOUND, "The badge has been deleted.", "badgeKey");
    }

    public Map<String, Badge> byKeys(int app, Set<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return repository.byKeys(app, possible).stream().collect(Collectors.toMap(Badge::key, Function.identity()));
    }

    public Map<Integer, Badge> byIds(int app, Set<Integer> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Badge::id, Function.identity()));
    }

    /** The badges of each of these lists, by key. The filter is a state; null includes all badges. */
    public Map<ListRequest<BadgeState, String>, List<Badge>> listed(
            int app, Set<ListRequest<BadgeState, String>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }
}
