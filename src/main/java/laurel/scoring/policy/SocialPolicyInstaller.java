package laurel.scoring.policy;

import static java.util.Objects.requireNonNullElse;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.graphql.Input;
import laurel.leaderboard.GroupOverrideInput;
import laurel.leaderboard.LeaderboardPatch;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowDefinitionInput;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.streak.DayRule;
import laurel.streak.DayRule.GroupTimeZone;
import laurel.streak.StreakDefinition;
import laurel.streak.Streaks;
import laurel.streak.graphql.DayRuleInput;
import laurel.streak.run.StreakPeriod;

/** Makes the social policy with all that it needs: a streak and four boards. What is there already stays as it is. */
@Singleton
public class SocialPolicyInstaller {
    /** Decimals of each pillar's board: of all but the multiplied one its scores are exact. */
    private static final Map<String, Integer> DECIMALS =
            Map.of("social", 2, "engagement", 0, "popularity", 0, "overall", 2);

    /** How many of the windows that have ended stay, of those that begin anew every day. */
    private static final int KEEP_ROLLING = 31;

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
     * Makes what is missing; a policy of which a version has these rules stays as it is. Refuses, in this order:
     * INVALID_KEY, as {@link DayRuleInput} does, SCORING_POLICY_ARCHIVED, KEY_TAKEN, and as creating a streak, a
     * leaderboard and a policy does.
     */
    public ScoringPolicy install(int app, Input input, Instant now) {
        String key = Text.key(requireNonNullElse(input.optionalString("key"), "social"), "key");
        String prefix = requireNonNullElse(input.optionalString("leaderboardKeyPrefix"), "");
        DECIMALS.keySet().forEach(name -> Text.key(prefix + name, "leaderboardKeyPrefix"));
        DayRule days = DayRuleInput.read(input.optionalObject("dayRule"), "dayRule");
        var streak = new StreakDefinition(SocialPolicy.STREAK, null, StreakPeriod.DAY, days, List.of());
        ScoringRules rules = SocialPolicy.rules(name -> prefix + name);
        // Before anything is made for it.
        policies.checkInstallable(app, key, days, rules);
        streaks.createUnlessThere(app, streak, now);
        DECIMALS.forEach((name, decimals) -> createLeaderboard(app, prefix + name, patch(input, days, decimals), now));
        return sql.inTransaction(() -> policies.install(app, key, days, rules, now));
    }

    private void createLeaderboard(int app, String key, LeaderboardPatch patch, Instant now) {
        if (leaderboards.byKey(app, key).isPresent()) {
            return;
        }
        try {
            leaderboards.create(app, key, patch, now);
        } catch (RefusedException e) {
            // Another request installs it at the same moment.
            if (e.refusal().code() != ErrorCode.KEY_TAKEN) {
                throw e;
            }
        }
    }

    private static LeaderboardPatch patch(Input input, DayRule days, int decimals) {
        boolean grouped = !days.groupTimeZones().isEmpty();
        return new LeaderboardPatch(
                null,
                null,
                null,
                input.optionalStrings("entityTypes"),
                null,
                UpdateMode.INCREMENT,
                decimals,
                null,
                null,
                null,
                days.timeZone().getId(),
                grouped ? groupings(days) : null,
                grouped ? overrides(days) : null,
                windows(),
                requireNonNullElse(input.optionalString("gracePeriod"), "P1D"),
                null,
                null,
                null,
                Set.of());
    }

    private static List<WindowDefinitionInput> windows() {
        Stream<WindowDefinitionInput> calendar = Stream.of(
                        WindowKind.DAILY, WindowKind.WEEKLY, WindowKind.MONTHLY, WindowKind.ALL_TIME)
                .map(WindowDefinitionInput::of);
        Stream<WindowDefinitionInput> rolling = IntStream.of(7, 30)
                .mapToObj(length -> new WindowDefinitionInput(
                        WindowKind.CUSTOM, "rolling-" + length, KEEP_ROLLING, null, "P1D", "P" + length + "D"));
        return Stream.concat(calendar, rolling).toList();
    }

    /** Everyone, and the groups that have a zone. */
    private static List<List<String>> groupings(DayRule days) {
        Set<List<String>> groupings = new LinkedHashSet<>();
        groupings.add(List.of());
        days.groupTimeZones()
                .forEach(one -> groupings.add(List.copyOf(one.group().attributes())));
        return List.copyOf(groupings);
    }

    /** A group follows the first time zone of the rule that matches it, which is not always the one given for it. */
    private static List<GroupOverrideInput> overrides(DayRule days) {
        return days.groupTimeZones().stream()
                .map(GroupTimeZone::group)
                .map(group -> new GroupOverrideInput(
                        group.values(), days.zone(group, null, null).getId(), null))
                .toList();
    }
}
