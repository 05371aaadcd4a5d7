package laurel.scoring.policy;

import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.scoring.graphql.ScoringPolicyInput;
import laurel.streak.DayRule;
import laurel.streak.DayRules;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/** Defines and finds scoring policies. */
@Singleton
public class ScoringPolicies {
    /** Most versions of one policy. */
    private static final int MOST_VERSIONS = 100;
    /** How many policies an app may have, archived ones included, for each that need not be. */
    private static final int MOST_TIMES = 10;

    private final Sql sql;
    private final ScoringPolicyRepository repository;
    private final Leaderboards leaderboards;
    private final Streaks streaks;
    private final DayRules dayRules;
    private final int most;

    /** @param most policies of one app that are not archived */
    ScoringPolicies(
            Sql sql,
            ScoringPolicyRepository repository,
            Leaderboards leaderboards,
            Streaks streaks,
            DayRules dayRules,
            @Value("${laurel.limits.scoring-policies:10}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.leaderboards = leaderboards;
        this.streaks = streaks;
        this.dayRules = dayRules;
        this.most = most;
    }

    /**
     * Creates a policy, whose first version is active. Waits for the app's activity. Refuses, in this order: INVALID_KEY, as
     * {@link DayRuleInput} does, NOT_A_NUMBER, OUT_OF_RANGE, TOO_MANY_DECIMALS, as {@link RulesCheck} does, KEY_TAKEN,
     * LIMIT_REACHED, STREAK_NOT_FOUND, STREAK_NOT_SUITABLE, and as {@link BoardsCheck} does.
     */
    public ScoringPolicy create(int app, ScoringPolicyInput input, Instant now) {
        String key = input.key();
        Optional<DayRule> days = input.days();
        ScoringRules rules = checked(input);
        return sql.inTransaction(() -> {
            dayRules.lock(app);
            if (byKey(app, key).isPresent()) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A scoring policy has the key `" + key + "` already.", "key");
            }
            return define(app, key, days, rules, now);
        });
    }

    /**
     * Creates a further version of a policy, which is not active; rules that are those of the last version change nothing.
     * Refuses SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT, SCORING_POLICY_ARCHIVED, and else as {@link #create} does.
     */
    public ScoringPolicy createVersion(int app, PolicyVersion which, ScoringPolicyInput input, Instant now) {
        ScoringRules rules = checked(input);
        return sql.inTransaction(() -> define(app, lockedActive(app, which).key(), Optional.empty(), rules, now));
    }

    /**
     * A policy that a change names.
     *
     * @param expectedVersion the number of its latest version; null if that may be any
     */
    @Introspected
    public record PolicyVersion(
            String scoringPolicyKey, @Nullable Integer expectedVersion) {}

    /**
     * The policy that a change names, which nobody else changes until the transaction ends; refuses
     * SCORING_POLICY_NOT_FOUND and VERSION_CONFLICT.
     */
    ScoringPolicy locked(int app, PolicyVersion which) {
        dayRules.lock(app);
        String key = which.scoringPolicyKey();
        ScoringPolicy policy = byKey(app, key)
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.SCORING_POLICY_NOT_FOUND,
                        "No scoring policy has the key `" + key + "`.",
                        "scoringPolicyKey"));
        RefusedException.checkVersion(
                "scoring policy", policy.versions().getLast().number(), which.expectedVersion());
        return policy;
    }

    /** The same of one that is not archived; refuses SCORING_POLICY_ARCHIVED, too. */
    ScoringPolicy lockedActive(int app, PolicyVersion which) {
        ScoringPolicy policy = locked(app, which);
        if (policy.isArchived()) {
            throw archived(policy.key(), "scoringPolicyKey");
        }
        return policy;
    }

    public static RefusedException archived(String key, String... path) {
        return new RefusedException(
                ErrorCode.SCORING_POLICY_ARCHIVED, "The scoring policy `" + key + "` is archived.", path);
    }

    private static ScoringRules checked(ScoringPolicyInput input) {
        ScoringRules rules = input.rules();
        new RulesCheck(rules).check();
        return rules;
    }

    /** Creates a policy or a version within the caller's transaction, of rules that have been checked by themselves. */
    ScoringPolicy define(int app, String key, Optional<DayRule> days, ScoringRules rules, Instant now) {
        dayRules.lock(app);
        List<ScoringPolicy> all = repository.ofApp(app);
        ScoringPolicy before = find(all, key).orElse(null);
        DayRule rule = days.orElse(before == null ? DayRule.of(ZoneId.of("UTC")) : before.dayRule());
        if (before == null) {
            checkRoom(all, "key");
            String message = "The app has %d scoring policies, archived ones included; more are not allowed.";
            checkLimit(all.size(), MOST_TIMES * most, message, "key");
        } else {
            String message = "The policy has %d versions; more are not allowed.";
            checkLimit(before.versions().size(), MOST_VERSIONS, message, "scoringPolicyKey");
        }
        int ruleId = dayRules.use(app, rule, now).id();
        ScoringRules whole = rules.with(streakIds(app, rules, ruleId));
        Map<String, Integer> boards = boards(app, before, rule, whole);
        int id = before == null ? repository.insert(app, key, ruleId, now) : before.id();
        if (before == null || !before.versions().getLast().rules().equals(whole)) {
            repository.addVersion(id, whole, now);
        }
        if (before == null) {
            repository.activate(id, ScoringPolicy.StoredActivation.EVER, 1, now);
        }
        repository.addBoards(id, boards);
        return find(repository.ofApp(app), key).orElseThrow();
    }

    /**
     * Makes a policy of rules that come along; where one of its versions has them already, only boards that were made
     * anew are bound to it. Refuses as {@link #define} does, and as {@link #checkInstallable}.
     */
    ScoringPolicy install(int app, String key, DayRule days, ScoringRules rules, Instant now) {
        dayRules.lock(app);
        checkInstallable(app, key, days, rules);
        ScoringPolicy before = byKey(app, key).orElse(null);
        if (before == null) {
            return define(app, key, Optional.of(days), rules, now);
        }
        repository.addBoards(before.id(), boards(app, before, days, rules));
        return byKey(app, key).orElseThrow();
    }

    /**
     * Refuses SCORING_POLICY_ARCHIVED if the policy of this key is archived, and KEY_TAKEN if it has another day rule, or no
     * version with these rules.
     */
    void checkInstallable(int app, String key, DayRule days, ScoringRules rules) {
        byKey(app, key).ifPresent(before -> {
            if (before.isArchived()) {
                throw archived(key, "key");
            }
            if (!before.dayRule().equals(days)
                    || before.versions().stream()
                            .noneMatch(version -> version.rules().says(rules))) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "Another scoring policy has the key `" + key + "` already.", "key");
            }
        });
    }

    /** Refuses LIMIT_REACHED if as many of an app's policies are not archived as may be. */
    void checkRoom(List<ScoringPolicy> all, String... path) {
        long active = all.stream().filter(policy -> !policy.isArchived()).count();
        checkLimit(active, most, "The app has %d scoring policies that are not archived; more are not allowed.", path);
    }

    private static void checkLimit(long number, int most, String message, String... path) {
        if (number >= most) {
            throw RefusedException.limit(ErrorCode.LIMIT_REACHED, most, message.formatted(most), path);
        }
    }

    /** The ids of the streaks that rules multiply by, by key. */
    private Map<String, Long> streakIds(int app, ScoringRules rules, int dayRule) {
        Map<String, Long> ids = new HashMap<>();
        for (int n = 0; n < rules.pillars().size(); n++) {
            Multiplier multiplier = rules.pillars().get(n).multiplier();
            if (multiplier != null) {
                String[] path = {"pillars", Integer.toString(n), "multiplier", "streakKey"};
                String key = multiplier.streakKey();
                Streak streak = streaks.byKey(app, key)
                        .orElseThrow(() -> new RefusedException(
                                ErrorCode.STREAK_NOT_FOUND, "No streak has the key `" + key + "`.", path));
                if (streak.unit() != StreakPeriod.DAY || streak.dayRuleId() != dayRule || streak.isArchived()) {
                    throw new RefusedException(
                            ErrorCode.STREAK_NOT_SUITABLE,
                            "The streak `" + key + "` must count days by the policy's day rule, and not be archived.",
                            path);
                }
                ids.put(streak.key(), streak.id());
            }
        }
        return ids;
    }

    /** The ids of the boards that rules feed, by pillar; they stay locked. */
    private Map<String, Integer> boards(int app, @Nullable ScoringPolicy before, DayRule days, ScoringRules rules) {
        Set<String> keys = rules.pillars().stream()
                .map(Pillar::leaderboardKey)
                .filter(Objects::nonNull)
                .collect(toSet());
        Map<String, Leaderboard> boards = leaderboards.lockByKeys(app, keys);
        List<Integer> taken = repository.fedByOthers(
                before == null ? null : before.id(),
                boards.values().stream().map(Leaderboard::id).toList());
        return new BoardsCheck(boards, taken, days, before == null ? List.of() : before.versions())
                .checked(rules.pillars());
    }

    private static Optional<ScoringPolicy> find(List<ScoringPolicy> all, String key) {
        return all.stream().filter(policy -> policy.key().equals(key)).findFirst();
    }

    /** The app's policies, in order of key, archived ones too. */
    public List<ScoringPolicy> ofApp(int app) {
        return repository.ofApp(app);
    }

    /** The policy of this key; empty where the app has none. */
    public Optional<ScoringPolicy> byKey(int app, String key) {
        return find(repository.ofApp(app), key);
    }
}
