package laurel.scoring.policy;

import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.activity.burst.BurstRule;
import laurel.activity.burst.Bursts;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.DayRule;
import laurel.streak.DayRules;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/** Creates and finds scoring policies and their versions. */
@Singleton
public class ScoringPolicies {
    /** Maximum number of versions of a policy. */
    private static final int MAX_VERSIONS = 100;

    /** Factor between the limit of all policies of an app and the limit of those that are not archived. */
    private static final int ARCHIVE_FACTOR = 10;

    private final Sql sql;
    private final ScoringPolicyRepository repository;
    private final Leaderboards leaderboards;
    private final Streaks streaks;
    private final DayRules dayRules;
    private final Bursts bursts;
    private final int maxPolicies;

    /** @param maxPolicies maximum number of an app's policies that are not archived */
    ScoringPolicies(
            Sql sql,
            ScoringPolicyRepository repository,
            Leaderboards leaderboards,
            Streaks streaks,
            DayRules dayRules,
            Bursts bursts,
            @Value("${laurel.limits.scoring-policies:10}") int maxPolicies) {
        this.sql = sql;
        this.repository = repository;
        this.leaderboards = leaderboards;
        this.streaks = streaks;
        this.dayRules = dayRules;
        this.bursts = bursts;
        this.maxPolicies = maxPolicies;
    }

    /**
     * Creates a policy and activates its first version. Waits for the app's activity lock. Refuses, in this order: as {@link
     * RulesCheck} does, KEY_TAKEN, LIMIT_REACHED, STREAK_NOT_FOUND, STREAK_NOT_SUITABLE, and as {@link
     * TargetLeaderboardsCheck} does.
     */
    public ScoringPolicy create(int app, ScoringPolicyDefinition definition, Instant now) {
        new RulesCheck(definition.rules()).check();
        String key = definition.key();
        return sql.inTransaction(() -> {
            dayRules.lock(app);
            if (byKey(app, key).isPresent()) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A scoring policy with the key `" + key + "` already exists.", "key");
            }
            return save(app, definition, now);
        });
    }

    /**
     * Creates a version of a policy without activating it. Does nothing if the latest version has the same rules. Refuses
     * as {@link RulesCheck} does, SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT, SCORING_POLICY_ARCHIVED, and as {@link #create}
     * does.
     */
    public ScoringPolicy createVersion(int app, PolicyVersion expected, ScoringRules rules, Instant now) {
        new RulesCheck(rules).check();
        return sql.inTransaction(() -> {
            ScoringPolicy policy = lockedActive(app, expected);
            return save(app, new ScoringPolicyDefinition(policy.key(), null, rules), now);
        });
    }

    /**
     * A policy to change.
     *
     * @param expectedVersion number that its latest version must have; null for any number
     */
    @Introspected
    public record PolicyVersion(
            String scoringPolicyKey, @Nullable Integer expectedVersion) {}

    /**
     * Returns a policy and locks it until the caller's transaction ends. Refuses SCORING_POLICY_NOT_FOUND and
     * VERSION_CONFLICT.
     */
    public ScoringPolicy locked(int app, PolicyVersion expected) {
        dayRules.lock(app);
        String key = expected.scoringPolicyKey();
        ScoringPolicy policy = byKey(app, key).orElseThrow(() -> unknown(key, "scoringPolicyKey"));
        RefusedException.checkVersion(
                "scoring policy", policy.versions().getLast().number(), expected.expectedVersion());
        return policy;
    }

    public static RefusedException unknown(String key, String... path) {
        return new RefusedException(
                ErrorCode.SCORING_POLICY_NOT_FOUND, "No scoring policy has the key `" + key + "`.", path);
    }

    /** Returns and locks a policy that is not archived. Also refuses SCORING_POLICY_ARCHIVED. */
    public ScoringPolicy lockedActive(int app, PolicyVersion expected) {
        ScoringPolicy policy = locked(app, expected);
        if (policy.isArchived()) {
            throw archived(policy.key(), "scoringPolicyKey");
        }
        return policy;
    }

    public static RefusedException archived(String key, String... path) {
        return new RefusedException(
                ErrorCode.SCORING_POLICY_ARCHIVED, "The scoring policy `" + key + "` is archived.", path);
    }

    /** Stores a policy or a new version of it, in the caller's transaction. The caller has checked the rules on their own. */
    private ScoringPolicy save(int app, ScoringPolicyDefinition definition, Instant now) {
        dayRules.lock(app);
        String key = definition.key();
        List<ScoringPolicy> all = repository.ofApp(app);
        ScoringPolicy existing = find(all, key).orElse(null);
        checkCounts(all, existing);
        DayRule dayRule = dayRule(definition, existing);
        int dayRuleId = dayRules.use(app, dayRule, now).id();
        ScoringRules rules = definition
                .rules()
                .withIds(streakIds(app, definition.rules(), dayRuleId), burstRuleId(app, definition.rules()));
        Map<String, Integer> leaderboardIds =
                leaderboardIds(app, existing, new LeaderboardRequirements(dayRule, rules.correctsFinal(), now), rules);
        int id = existing == null ? repository.insert(app, key, dayRuleId, now) : existing.id();
        if (existing == null || !existing.versions().getLast().rules().equals(rules)) {
            repository.addVersion(id, rules, now);
        }
        if (existing == null) {
            repository.activate(id, ScoringPolicy.StoredActivation.UNBOUNDED, 1, now);
        }
        repository.addLeaderboards(id, leaderboardIds);
        return find(repository.ofApp(app), key).orElseThrow();
    }

    private static DayRule dayRule(ScoringPolicyDefinition definition, @Nullable ScoringPolicy existing) {
        if (definition.dayRule() != null) {
            return definition.dayRule();
        }
        return existing == null ? DayRule.of(ZoneId.of("UTC")) : existing.dayRule();
    }

    private void checkCounts(List<ScoringPolicy> all, @Nullable ScoringPolicy existing) {
        if (existing == null) {
            checkCount(all, "key");
            String message = "The app has %d scoring policies, including archived ones, which is the maximum.";
            checkLimit(all.size(), ARCHIVE_FACTOR * maxPolicies, message, "key");
        } else {
            String message = "The policy has %d versions, which is the maximum.";
            checkLimit(existing.versions().size(), MAX_VERSIONS, message, "scoringPolicyKey");
        }
    }

    /**
     * Creates a built-in policy within the caller's transaction. If it exists, only adds target leaderboards that were
     * deleted and created again. Refuses as {@link #checkInstallable} and {@link #create} do.
     */
    public ScoringPolicy install(int app, String key, DayRule dayRule, ScoringRules rules, Instant now) {
        dayRules.lock(app);
        checkInstallable(app, key, dayRule, rules);
        ScoringPolicy existing = byKey(app, key).orElse(null);
        if (existing == null) {
            return save(app, new ScoringPolicyDefinition(key, dayRule, rules), now);
        }
        var requirements = new LeaderboardRequirements(dayRule, rules.correctsFinal(), now);
        repository.addLeaderboards(existing.id(), leaderboardIds(app, existing, requirements, rules));
        return byKey(app, key).orElseThrow();
    }

    /**
     * Refuses SCORING_POLICY_ARCHIVED if the policy with this key is archived, and KEY_TAKEN if it has another day rule or no
     * version with these rules.
     */
    public void checkInstallable(int app, String key, DayRule dayRule, ScoringRules rules) {
        byKey(app, key).ifPresent(existing -> {
            if (existing.isArchived()) {
                throw archived(key, "key");
            }
            if (!existing.dayRule().equals(dayRule)
                    || existing.versions().stream()
                            .noneMatch(version -> version.rules().sameAs(rules))) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN,
                        "Another scoring policy with the key `" + key + "` already exists.",
                        "key");
            }
        });
    }

    /** Refuses LIMIT_REACHED if the app has the maximum number of policies that are not archived. */
    public void checkCount(List<ScoringPolicy> all, String... path) {
        long active = all.stream().filter(policy -> !policy.isArchived()).count();
        checkLimit(
                active,
                maxPolicies,
                "The app has %d scoring policies that are not archived, which is the maximum.",
                path);
    }

    private static void checkLimit(long count, int limit, String message, String... path) {
        if (count >= limit) {
            throw RefusedException.limit(ErrorCode.LIMIT_REACHED, limit, message.formatted(limit), path);
        }
    }

    private @Nullable Integer burstRuleId(int app, ScoringRules rules) {
        BurstRule burst = rules.burst();
        return burst == null ? null : (Integer) bursts.use(app, burst, "burst");
    }

    /** Returns the ids of the streaks of the rules' multipliers, by key. */
    private Map<String, Long> streakIds(int app, ScoringRules rules, int dayRuleId) {
        Map<String, Long> ids = new HashMap<>();
        for (int n = 0; n < rules.pillars().size(); n++) {
            Multiplier multiplier = rules.pillars().get(n).multiplier();
            if (multiplier != null) {
                String[] path = {"pillars", Integer.toString(n), "multiplier", "streakKey"};
                String key = multiplier.streakKey();
                Streak streak = streaks.byKey(app, key).orElseThrow(() -> Streaks.unknown(key, path));
                if (streak.period() != StreakPeriod.DAY || streak.dayRuleId() != dayRuleId || streak.isArchived()) {
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

    /** Returns the ids of the rules' target leaderboards, by pillar. Locks the leaderboards. */
    private Map<String, Integer> leaderboardIds(
            int app, @Nullable ScoringPolicy existing, LeaderboardRequirements requirements, ScoringRules rules) {
        Set<String> keys = rules.pillars().stream()
                .map(Pillar::leaderboardKey)
                .filter(Objects::nonNull)
                .collect(toSet());
        Map<String, Leaderboard> targets =
                leaderboards.lockByKeys(app, keys, true).get();
        List<Integer> taken = repository.fedByOthers(
                existing == null ? null : existing.id(),
                targets.values().stream().map(Leaderboard::id).toList());
        List<ScoringPolicy.StoredVersion> versions = existing == null ? List.of() : existing.versions();
        boolean unchanged =
                versions.stream().anyMatch(version -> version.rules().sameAs(rules));
        Collection<Integer> unchangedIds = existing != null && unchanged
                ? existing.history().leaderboardIds().values()
                : List.of();
        return new TargetLeaderboardsCheck(targets, taken, requirements, versions, unchangedIds)
                .checked(rules.pillars());
    }

    private static Optional<ScoringPolicy> find(List<ScoringPolicy> all, String key) {
        return all.stream().filter(policy -> policy.key().equals(key)).findFirst();
    }

    /** Returns all policies of an app, ordered by key. Includes archived ones. */
    public List<ScoringPolicy> ofApp(int app) {
        return repository.ofApp(app);
    }

    /** Returns a policy; empty if it does not exist. */
    public Optional<ScoringPolicy> byKey(int app, String key) {
        return find(repository.ofApp(app), key);
    }
}
