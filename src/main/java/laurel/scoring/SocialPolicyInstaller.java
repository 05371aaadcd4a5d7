package laurel.scoring;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.database.sql.Sql;
import laurel.group.GroupTimeZones;
import laurel.leaderboard.GroupOverrideInput;
import laurel.leaderboard.LeaderboardPatch;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowDefinitionInput;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringRules;
import laurel.streak.DayRule;
import laurel.streak.DayRule.GroupTimeZone;
import laurel.streak.StreakDefinition;
import laurel.streak.Streaks;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/**
 * Installs the social policy with what it needs: a streak and four leaderboards. Does not change streaks, leaderboards and
 * policies that exist.
 */
@Singleton
public class SocialPolicyInstaller {
    /** Decimals of each pillar's leaderboard. Scores are exact except those of the pillar with a multiplier. */
    private static final Map<String, Integer> DECIMALS =
            Map.of("social", 2, "engagement", 0, "popularity", 0, "overall", 2);

    /** Number of past windows that are retained: 30 days, 12 weeks and 6 months, also of rolling windows, which start daily. */
    private static final int DAYS = 30;

    private static final int WEEKS = 12;
    private static final int MONTHS = 6;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final Leaderboards leaderboards;
    private final Streaks streaks;

    SocialPolicyInstaller(Sql sql, ScoringPolicies policies, Leaderboards leaderboards, Streaks streaks) {
        this.sql = sql;
        this.policies = policies;
        this.leaderboards = leaderboards;
        this.streaks = streaks;
    }

    /**
     * Options of the social policy.
     *
     * @param key                  key of the policy
     * @param leaderboardKeyPrefix prefix of the keys of the leaderboards; may be empty
     * @param entityTypes          entity types that the leaderboards accept; null for the default of leaderboards
     * @param groupAttribute       attribute by which the leaderboards are grouped; null for no grouping other than those of the
     *                             day rule
     * @param gracePeriod          grace period of the leaderboards, such as {@code PT5M}
     */
    public record SocialPolicyOptions(
            String key,
            DayRule dayRule,
            String leaderboardKeyPrefix,
            @Nullable List<String> entityTypes,
            @Nullable String groupAttribute,
            String gracePeriod) {
        /** Refuses INVALID_KEY for the key of the policy, then for those of the leaderboards. */
        public static void checkKeys(String key, String leaderboardKeyPrefix) {
            Text.key(key, "key");
            DECIMALS.keySet().forEach(name -> Text.key(leaderboardKeyPrefix + name, "leaderboardKeyPrefix"));
        }
    }

    /**
     * Creates what does not exist. Refuses, in this order: SCORING_POLICY_ARCHIVED, KEY_TAKEN, and as creating a streak, a
     * leaderboard and a policy does.
     */
    public ScoringPolicy install(int app, SocialPolicyOptions options, Instant now) {
        DayRule dayRule = options.dayRule();
        String prefix = options.leaderboardKeyPrefix();
        var streak = new StreakDefinition(SocialPolicy.STREAK, null, StreakPeriod.DAY, dayRule, List.of());
        ScoringRules rules = SocialPolicy.rules(name -> prefix + name);
        // Refuses before anything is created.
        policies.checkInstallable(app, options.key(), dayRule, rules);
        streaks.createIfAbsent(app, streak, now);
        DECIMALS.forEach((name, decimals) -> createLeaderboard(app, prefix + name, patch(options, decimals), now));
        return sql.inTransaction(() -> policies.install(app, options.key(), dayRule, rules, now));
    }

    private void createLeaderboard(int app, String key, LeaderboardPatch patch, Instant now) {
        if (leaderboards.byKey(app, key).isPresent()) {
            return;
        }
        try {
            leaderboards.create(app, key, patch, now);
        } catch (RefusedException e) {
            // A concurrent request has created it.
            if (e.refusal().code() != ErrorCode.KEY_TAKEN) {
                throw e;
            }
        }
    }

    private static LeaderboardPatch patch(SocialPolicyOptions options, int decimals) {
        DayRule dayRule = options.dayRule();
        List<List<String>> groupings = groupings(dayRule, options.groupAttribute());
        return new LeaderboardPatch(
                null,
                null,
                null,
                options.entityTypes(),
                null,
                UpdateMode.INCREMENT,
                decimals,
                null,
                null,
                null,
                dayRule.timeZone().getId(),
                dayRule.timeZoneAttribute(),
                groupings.size() > 1 ? groupings : null,
                dayRule.groupTimeZones().isEmpty() ? null : overrides(dayRule),
                windows(),
                options.gracePeriod(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Set.of());
    }

    private static List<WindowDefinitionInput> windows() {
        return List.of(
                calendar(WindowKind.DAILY, DAYS),
                calendar(WindowKind.WEEKLY, WEEKS),
                calendar(WindowKind.MONTHLY, MONTHS),
                WindowDefinitionInput.of(WindowKind.ALL_TIME),
                rolling(7, 7 * WEEKS),
                rolling(30, 30 * MONTHS));
    }

    private static WindowDefinitionInput calendar(WindowKind kind, int retainCount) {
        return new WindowDefinitionInput(kind, null, retainCount, null, null, null);
    }

    private static WindowDefinitionInput rolling(int days, int retainCount) {
        return new WindowDefinitionInput(
                WindowKind.CUSTOM, "rolling-" + days, retainCount, null, "P1D", "P" + days + "D");
    }

    /** Returns the grouping of everyone, that of the attribute, and those of the groups that have time zones. */
    private static List<List<String>> groupings(DayRule dayRule, @Nullable String attribute) {
        Set<List<String>> groupings = new LinkedHashSet<>();
        groupings.add(List.of());
        if (attribute != null) {
            groupings.add(List.of(attribute));
        }
        if (dayRule.timeZoneAttribute() != null) {
            groupings.add(List.of(dayRule.timeZoneAttribute()));
        }
        dayRule.groupTimeZones()
                .forEach(one -> groupings.add(List.copyOf(one.group().attributes())));
        return List.copyOf(groupings);
    }

    /** A group follows the first time zone of the rule that matches it, which is not always the one given for it. */
    private static List<GroupOverrideInput> overrides(DayRule dayRule) {
        return dayRule.groupTimeZones().stream()
                .map(GroupTimeZone::group)
                .map(group -> new GroupOverrideInput(
                        group.values(),
                        dayRule.timeZone(group, null, null, GroupTimeZones.NONE).getId(),
                        null,
                        null))
                .toList();
    }
}
