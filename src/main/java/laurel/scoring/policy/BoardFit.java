package laurel.scoring.policy;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowDefinition;
import laurel.streak.DayRule;

/**
 * Whether a board can have the sums of days.
 *
 * @param days by which the policy counts
 */
record BoardFit(DayRule days) {
    private static final String SUMS = "A policy feeds leaderboards of the update mode INCREMENT and the clock SYSTEM.";

    private static final List<Check> CHECKS = List.of(
            new Check(
                    "updateMode",
                    LeaderboardDefinition::updateMode,
                    (definition, days) -> definition.updateMode() == UpdateMode.INCREMENT,
                    SUMS),
            new Check(
                    "clock",
                    LeaderboardDefinition::clock,
                    (definition, days) -> definition.clock() == LeaderboardClock.SYSTEM,
                    SUMS),
            new Check(
                    "windowDefinitions",
                    LeaderboardDefinition::windowDefinitions,
                    (definition, days) ->
                            definition.windowDefinitions().stream().allMatch(BoardFit::ofWholeDays),
                    "The leaderboard has windows that are not made of whole days, which a day's score is no part of."),
            new Check(
                    "groupOverrides",
                    LeaderboardDefinition::groupOverrides,
                    BoardFit::ofTheSameDays,
                    "The leaderboard has a group of another zone than that by which the policy counts its days."));

    private record Check(
            String field,
            Function<LeaderboardDefinition, Object> value,
            BiPredicate<LeaderboardDefinition, DayRule> suits,
            String message) {
        boolean changes(LeaderboardDefinition before, LeaderboardDefinition after) {
            return !value.apply(before).equals(value.apply(after));
        }

        Misfit misfit() {
            return new Misfit(field, message);
        }
    }

    /** What does not suit a policy: a field of the definition, and why. */
    record Misfit(String field, String message) {}

    /** Whether a definition differs from the one before it in anything that matters here. */
    static boolean matters(LeaderboardDefinition before, LeaderboardDefinition after) {
        return CHECKS.stream().anyMatch(check -> check.changes(before, after));
    }

    /** The first thing that does not suit; empty where all does. */
    Optional<Misfit> misfit(LeaderboardDefinition definition) {
        return CHECKS.stream()
                .filter(check -> !check.suits.test(definition, days))
                .findFirst()
                .map(Check::misfit);
    }

    /** The same of what differs from the definition before. */
    Optional<Misfit> misfit(LeaderboardDefinition before, LeaderboardDefinition after) {
        return CHECKS.stream()
                .filter(check -> check.changes(before, after) && !check.suits.test(after, days))
                .findFirst()
                .map(Check::misfit);
    }

    private static boolean ofTheSameDays(LeaderboardDefinition definition, DayRule days) {
        return definition.groupOverrides().stream()
                .allMatch(override -> override.timeZone() == null
                        || override.timeZone().equals(days.zone(override.group(), null, null)));
    }

    private static boolean ofWholeDays(WindowDefinition definition) {
        return switch (definition.kind()) {
            case HOURLY -> false;
            case CUSTOM ->
                definition.followsTimeZone()
                        && definition.anchorTime() != null
                        && definition
                                .anchorTime()
                                .atZone(ZoneOffset.UTC)
                                .toLocalTime()
                                .equals(LocalTime.MIDNIGHT);
            default -> true;
        };
    }
}
