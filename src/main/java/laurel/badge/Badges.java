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
import laurel.badge.award.AwardRepository;
import laurel.badge.award.BadgeAward;
import laurel.badge.award.BadgeAward.AwardFilter;
import laurel.badge.graphql.BadgeInput;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.graphql.Input;
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
    private final AwardRepository awarded;
    private final BadgePositionRepository positions;
    private final RuleCheck rules;
    private final Leaderboards leaderboards;
    private final Outbox outbox;
    private final int most;

    /** @param most badges of one app */
    Badges(
            Sql sql,
            BadgeRepository repository,
            AwardRepository awarded,
            BadgePositionRepository positions,
            RuleCheck rules,
            Leaderboards leaderboards,
            Outbox outbox,
            @Value("${laurel.limits.badges:200}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.awarded = awarded;
        this.positions = positions;
        this.rules = rules;
        this.leaderboards = leaderboards;
        this.outbox = outbox;
        this.most = most;
    }

    /**
     * Creates a badge, which is earned by what comes from now on. Refuses KEY_TAKEN, then as {@link RuleCheck} does, then
     * LIMIT_REACHED.
     */
    public Badge create(int app, BadgeDefinition definition, Instant now) {
        return sql.inTransaction(() -> {
            repository.lock(app);
            Badge created = created(app, definition, now);
            if (created == null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A badge has the key `" + definition.key() + "` already.", "key");
            }
            return created;
        });
    }

    /** Creates those of several badges whose keys are free, all or none; gives the badges of all keys. */
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
        Leaderboard board = board(app, rule);
        rules.check(app, rule, board);
        if (repository.count(app) >= most) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED, most, "The app has " + most + " badges, which is the maximum.", "key");
        }
        return repository.insert(app, definition, follow(app, rule, board, now), now);
    }

    /**
     * A badge that a change names.
     *
     * @param expectedVersion null if any version may be changed
     */
    @Introspected
    public record BadgeVersion(String badgeKey, @Nullable Integer expectedVersion) {}

    /** The badge that a change names, which nobody else changes until the transaction ends. */
    private Badge held(int app, BadgeVersion which) {
        String key = which.badgeKey();
        Badge badge = repository.holdByKey(app, key).orElseThrow(() -> unknown(key));
        RefusedException.checkVersion("badge", badge.version(), which.expectedVersion());
        return badge;
    }

    /** Changes a badge. Refuses BADGE_NOT_FOUND, VERSION_CONFLICT, INVALID_TEXT. */
    public Badge update(int app, BadgeVersion which, UnaryOperator<BadgeDefinition> change, Instant now) {
        return sql.inTransaction(() -> {
            Badge before = held(app, which);
            BadgeDefinition after = change.apply(before.definition());
            BadgeDefinition.checkTexts(after.name(), after.description(), after.imageUrl());
            long from = follow(app, before.rule(), board(app, before.rule()), now);
            return repository.update(before.id(), after, from, now);
        });
    }

    /** Deletes a badge that was never awarded. Refuses BADGE_NOT_FOUND, VERSION_CONFLICT, BADGE_HAS_AWARDS. */
    public Badge delete(int app, BadgeVersion which) {
        return sql.inTransaction(() -> {
            Badge badge = held(app, which);
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
    public void checkNames(int app, String key, Input rule) {
        Text.key(key, "key");
        String board = BadgeInput.leaderboard(rule);
        if (board != null && leaderboards.byKey(app, board).isEmpty()) {
            throw RuleCheck.unknownLeaderboard(rule.says("score") ? RuleKind.SCORE : RuleKind.RANK_AT_CLOSE, board);
        }
    }

    private @Nullable Leaderboard board(int app, BadgeRule rule) {
        return rule.leaderboard() == null
                ? null
                : leaderboards.byKey(app, rule.leaderboard()).orElse(null);
    }

    /** Has what earns a badge followed; gives the last that does not count. */
    private long follow(int app, BadgeRule rule, @Nullable Leaderboard board, Instant now) {
        if (rule.kind() == RuleKind.SCORE && board != null) {
            long from = outbox.positions(Set.of(board.id())).getOrDefault(board.id(), 0L);
            positions.followBoard(board.id(), from, now);
            return from;
        }
        long from = repository.lastEvent(app);
        if (rule.kind() == RuleKind.RANK_AT_CLOSE) {
            positions.followEvents(app, from);
        }
        return from;
    }

    /** Whether there could be a badge of this rule; refuses as {@link #create} does. */
    public void check(int app, BadgeRule rule) {
        Leaderboard board = board(app, rule);
        rules.check(app, rule, board);
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

    public Map<Long, BadgeAward> awards(int app, Set<Long> ids) {
        return awarded.byIds(app, ids).stream().collect(Collectors.toMap(BadgeAward::id, Function.identity()));
    }

    /** The badges of each of these lists, by key. The filter is a state; null includes all badges. */
    public Map<ListRequest<@Nullable BadgeState, String>, List<Badge>> listed(
            int app, Set<ListRequest<@Nullable BadgeState, String>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** The awards of badges, newest first. */
    public Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> awardsOfBadges(
            Set<ListRequest<AwardFilter, Long>> lists) {
        return awarded.ofBadges(List.copyOf(lists));
    }

    /** The awards of participants, newest first. */
    public Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> awardsOfParticipants(
            Set<ListRequest<AwardFilter, Long>> lists) {
        return awarded.ofParticipants(List.copyOf(lists));
    }

    /** How rare these badges are. */
    public Map<Integer, BadgeRarity> rarities(int app, Set<Integer> badges) {
        return sql.connected(() -> {
            long all = awarded.participants(app);
            return awarded.held(badges).stream()
                    .collect(Collectors.toMap(AwardRepository.Held::id, one -> new BadgeRarity(one.holders(), all)));
        });
    }

    /**
     * How many hold a badge.
     *
     * @param holderCount      participants who hold it, once or more often
     * @param participantCount all that the app has met
     */
    public record BadgeRarity(long holderCount, long participantCount) {
        /** 0 to 1. */
        public double fraction() {
            return participantCount == 0 ? 0 : (double) holderCount / participantCount;
        }
    }
}
