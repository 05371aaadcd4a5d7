package laurel.scoring;

import static java.util.Objects.requireNonNullElse;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.database.sql.Sql;
import laurel.graphql.Input;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.LeaderboardInput;
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
        DECIMALS.forEach((name, decimals) -> makeBoard(app, board(input, days, prefix + name, decimals), now));
        return sql.inTransaction(() -> policies.install(app, key, days, rules, now));
    }

    private void makeBoard(int app, Input board, Instant now) {
        if (leaderboards.byKey(app, board.string("key")).isPresent()) {
            return;
        }
        try {
            leaderboards.create(app, new LeaderboardInput(board), now);
        } catch (RefusedException e) {
            // Another request installs it at the same moment.
            if (e.refusal().code() != ErrorCode.KEY_TAKEN) {
                throw e;
            }
        }
    }

    /** What a client would say to make such a board. */
    private static Input board(Input input, DayRule days, String key, int decimals) {
        Map<String, Object> board = new HashMap<>();
        board.put("key", key);
        board.put("updateMode", "INCREMENT");
        board.put("decimals", decimals);
        board.put("timeZone", days.timeZone().getId());
        board.put("gracePeriod", requireNonNullElse(input.optionalString("gracePeriod"), "P1D"));
        board.put("windowDefinitions", windows());
        if (input.says("entityTypes")) {
            board.put("entityTypes", input.strings("entityTypes"));
        }
        if (!days.groupTimeZones().isEmpty()) {
            board.put("groupings", groupings(days));
            board.put(
                    "groupOverrides",
                    days.groupTimeZones().stream()
                            .map(one -> override(days, one))
                            .toList());
        }
        return new Input(board);
    }

    private static List<Map<String, Object>> windows() {
        List<Map<String, Object>> windows = new ArrayList<>();
        for (String kind : List.of("DAILY", "WEEKLY", "MONTHLY", "ALL_TIME")) {
            windows.add(Map.of("kind", kind));
        }
        for (int length : List.of(7, 30)) {
            windows.add(Map.of(
                    "kind",
                    "CUSTOM",
                    "key",
                    "rolling-" + length,
                    "interval",
                    "P1D",
                    "length",
                    "P" + length + "D",
                    "retainCount",
                    KEEP_ROLLING));
        }
        return windows;
    }

    /** Everyone, and the groups that have a zone. */
    private static List<List<String>> groupings(DayRule days) {
        Set<List<String>> groupings = new LinkedHashSet<>();
        groupings.add(List.of());
        days.groupTimeZones()
                .forEach(one -> groupings.add(List.copyOf(one.group().attributes())));
        return List.copyOf(groupings);
    }

    /** A group goes by the first zone that fits, which need not be the one that is told beside it. */
    private static Map<String, Object> override(DayRule days, GroupTimeZone one) {
        return Map.of(
                "group",
                one.group().values(),
                "timeZone",
                days.zone(one.group(), null, null).getId());
    }
}
