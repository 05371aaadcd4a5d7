package laurel.policy;

import static java.util.stream.Collectors.toSet;
import static laurel.policy.ScoringPolicyInput.invalid;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.database.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.streak.DayRule;
import laurel.streak.DayRules;
import laurel.streak.Streak;
import laurel.streak.StreakUnit;
import laurel.streak.Streaks;
import org.jspecify.annotations.Nullable;

/** Defines and finds scoring policies. */
@Singleton
public class ScoringPolicies {
    /** Most versions of one policy. */
    private static final int MOST_VERSIONS = 100;

    private final Sql sql;
    private final ScoringPolicyRepository repository;
    private final Leaderboards leaderboards;
    private final Streaks streaks;
    private final DayRules dayRules;
    private final int most;

    /** @param most policies of one app */
    ScoringPolicies(
            Sql sql,
            ScoringPolicyRepository repository,
            Leaderboards leaderboards,
            Streaks streaks,
            DayRules dayRules,
            @Value("${laurel.limits.policies:10}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.leaderboards = leaderboards;
        this.streaks = streaks;
        this.dayRules = dayRules;
        this.most = most;
    }

    /**
     * Makes a policy, whose first version is in force, or a further version of one, which is not; rules that are those of the last
     * version change nothing. Waits for the app's activity. Refuses, in this order: INVALID_KEY, INVALID_TIME_ZONE,
     * SCORE_NOT_A_NUMBER,
     * SCORE_OUT_OF_RANGE,
     * SCORE_TOO_MANY_DECIMALS, INVALID_DAY_RULE, then as {@link RulesCheck} does, and INVALID_POLICY for what does not suit it.
     */
    ScoringPolicy define(int app, ScoringPolicyInput input, Instant now) {
        String key = input.key();
        Optional<DayRule> days = input.days();
        ScoringRules rules = input.rules();
        new RulesCheck(rules).check();
        return sql.inTransaction(() -> define(app, key, days, rules, now));
    }

    /** The same within the caller's transaction, of rules that have been checked by themselves. */
    ScoringPolicy define(int app, String key, Optional<DayRule> days, ScoringRules rules, Instant now) {
        dayRules.lock(app);
        List<ScoringPolicy> all = repository.ofApp(app);
        ScoringPolicy before = find(all, key).orElse(null);
        DayRule rule = days.orElse(before == null ? DayRule.of(ZoneId.of("UTC")) : before.dayRule());
        checkRoom(all.size(), before, rule);
        int ruleId = dayRules.use(app, rule, now).id();
        ScoringRules whole = rules.with(streakIds(app, rules, ruleId));
        Map<String, Integer> boards = boards(app, before, rule, whole);
        int id = before == null ? repository.insert(app, key, ruleId, now) : before.id();
        if (before == null || !before.versions().getLast().rules().equals(whole)) {
            repository.addVersion(id, whole, now);
        }
        if (before == null) {
            repository.putInForce(id, ScoringPolicy.VersionInForce.EVER, 1, now);
        }
        repository.addBoards(id, boards);
        return find(repository.ofApp(app), key).orElseThrow();
    }

    /**
     * Makes a policy of rules that come along; where one of its versions has them already, only boards that were made
     * anew are bound to it. Refuses as {@link #define} does, and as {@link #checkAdoptable}.
     */
    ScoringPolicy adopt(int app, String key, DayRule days, ScoringRules rules, Instant now) {
        dayRules.lock(app);
        checkAdoptable(app, key, days, rules);
        ScoringPolicy before = byKey(app, key).orElse(null);
        if (before == null) {
            return define(app, key, Optional.of(days), rules, now);
        }
        repository.addBoards(before.id(), boards(app, before, days, rules));
        return byKey(app, key).orElseThrow();
    }

    /** Refuses INVALID_POLICY where there is a policy of this key whose days are others, or no version of which has these rules. */
    void checkAdoptable(int app, String key, DayRule days, ScoringRules rules) {
        byKey(app, key).ifPresent(before -> {
            checkDays(before, days);
            if (before.versions().stream().noneMatch(version -> version.rules().says(rules))) {
                throw invalid("There is a policy of this key, and none of its versions has these rules.", "key");
            }
        });
    }

    private static void checkDays(ScoringPolicy before, DayRule rule) {
        if (!before.dayRule().equals(rule)) {
            throw invalid("The days of a policy begin alike in all its versions.", "days");
        }
    }

    private void checkRoom(int policies, @Nullable ScoringPolicy before, DayRule rule) {
        if (before == null && policies >= most) {
            throw invalid("An app has at most " + most + " policies.", "key");
        }
        if (before != null && before.versions().size() >= MOST_VERSIONS) {
            throw invalid("A policy has at most " + MOST_VERSIONS + " versions.", "key");
        }
        if (before != null) {
            checkDays(before, rule);
        }
    }

    /** The ids of the streaks that rules multiply by, by key. */
    private Map<String, Long> streakIds(int app, ScoringRules rules, int dayRule) {
        Map<String, Long> ids = new HashMap<>();
        for (int n = 0; n < rules.pillars().size(); n++) {
            Multiplier multiplier = rules.pillars().get(n).multiplier();
            if (multiplier != null) {
                Streak streak = streaks.byKey(app, multiplier.streak())
                        .filter(one -> one.unit() == StreakUnit.DAY && one.dayRuleId() == dayRule)
                        .orElse(null);
                if (streak == null) {
                    throw invalid(
                            "There is no streak of this key that counts days, and the same days as the policy.",
                            "pillars",
                            Integer.toString(n),
                            "multiplier",
                            "streak");
                }
                ids.put(streak.key(), streak.id());
            }
        }
        return ids;
    }

    /** The ids of the boards that rules feed, by pillar; they stay locked. */
    private Map<String, Integer> boards(int app, @Nullable ScoringPolicy before, DayRule days, ScoringRules rules) {
        Set<String> keys = rules.pillars().stream()
                .map(Pillar::leaderboard)
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

    /** The app's policies, in order of key. */
    List<ScoringPolicy> ofApp(int app) {
        return repository.ofApp(app);
    }

    /** The policy of this key; empty where the app has none. */
    public Optional<ScoringPolicy> byKey(int app, String key) {
        return find(repository.ofApp(app), key);
    }

    static RefusedException unknown(String message, String... path) {
        return new RefusedException(ErrorCode.SCORING_POLICY_NOT_FOUND, message, path);
    }
}
