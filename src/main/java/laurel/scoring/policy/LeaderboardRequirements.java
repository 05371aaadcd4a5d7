package laurel.scoring.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.group.GroupTimeZones;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.UpdateMode;
import laurel.streak.DayRule;
import laurel.streak.DayRule.DayRuleKind;
import org.jspecify.annotations.Nullable;

/**
 * Requirements for a leaderboard that receives the scores of days, or of their hours.
 *
 * @param dayRule       day rule of the policy
 * @param correctsFinal whether the policy corrects final windows
 * @param now           start of the year for which time zones are compared
 */
record LeaderboardRequirements(DayRule dayRule, boolean correctsFinal, Instant now) {
    private static final String MODE_AND_CLOCK =
            "A policy can only feed leaderboards with the update mode INCREMENT and the clock SYSTEM.";

    private static final List<Requirement> REQUIREMENTS = List.of(
            new Requirement(
                    "updateMode",
                    LeaderboardDefinition::updateMode,
                    that((definition, dayRule) -> definition.updateMode() == UpdateMode.INCREMENT, MODE_AND_CLOCK)),
            new Requirement(
                    "groupOverrides",
                    LeaderboardDefinition::groupOverrides,
                    that(
                            (definition, dayRule) -> definition.groupOverrides().stream()
                                    .allMatch(override -> override.updateMode() == null
                                            || override.updateMode() == UpdateMode.INCREMENT),
                            "The leaderboard has a group of another update mode; a policy feeds groups of the update mode"
                                    + " INCREMENT.")),
            new Requirement(
                    "clock",
                    LeaderboardDefinition::clock,
                    that((definition, dayRule) -> definition.clock() == LeaderboardClock.SYSTEM, MODE_AND_CLOCK)),
            new Requirement(
                    "windowDefinitions",
                    LeaderboardDefinition::windowDefinitions,
                    that(
                            (definition, dayRule) ->
                                    definition.windowDefinitions().stream().allMatch(TargetWindows::haveWholeHours),
                            "The leaderboard has windows that are not made of whole hours, so a policy cannot feed it.")),
            new Requirement(
                    "timeZoneAttribute",
                    LeaderboardDefinition::timeZoneAttribute,
                    that(
                            (definition, dayRule) -> definition.timeZoneAttribute() == null
                                    || definition.timeZoneAttribute().equals(dayRule.timeZoneAttribute()),
                            "The leaderboard has another time zone attribute than the policy's day rule.")),
            new Requirement(
                    "groupOverrides",
                    LeaderboardDefinition::groupOverrides,
                    that(
                            LeaderboardRequirements::hasGroupTimeZonesOf,
                            "The leaderboard has a group with another time zone than the policy's day rule.")),
            new Requirement("timeZone", LeaderboardDefinition::timeZone, LeaderboardRequirements::closesEarly),
            new Requirement("gracePeriod", LeaderboardDefinition::gracePeriod, LeaderboardRequirements::closesEarly),
            new Requirement(
                    "windowDefinitions",
                    LeaderboardDefinition::windowDefinitions,
                    LeaderboardRequirements::closesEarly));

    /** Returns why a definition does not meet a requirement; null if it does. */
    private interface Problem {
        @Nullable
        String of(LeaderboardRequirements requirements, LeaderboardDefinition definition);
    }

    private static Problem that(BiPredicate<LeaderboardDefinition, DayRule> isMet, String message) {
        return (requirements, definition) -> isMet.test(definition, requirements.dayRule) ? null : message;
    }

    private record Requirement(String field, Function<LeaderboardDefinition, @Nullable Object> value, Problem problem) {
        boolean changes(LeaderboardDefinition before, LeaderboardDefinition after) {
            return !Objects.equals(value.apply(before), value.apply(after));
        }

        @Nullable
        Violation violation(LeaderboardRequirements requirements, LeaderboardDefinition definition) {
            String message = problem.of(requirements, definition);
            return message == null ? null : new Violation(field, message);
        }
    }

    /** A field of a leaderboard's definition that does not meet a requirement. */
    record Violation(String field, String message) {}

    /** Returns whether a change of a definition affects any requirement. */
    static boolean areAffected(LeaderboardDefinition before, LeaderboardDefinition after) {
        return REQUIREMENTS.stream().anyMatch(requirement -> requirement.changes(before, after));
    }

    /** Returns the first violation; empty if the definition meets all requirements. */
    Optional<Violation> violation(LeaderboardDefinition definition) {
        return first(REQUIREMENTS.stream(), definition);
    }

    /** Returns the first violation that a change introduces; empty if there is none. */
    Optional<Violation> violation(LeaderboardDefinition before, LeaderboardDefinition after) {
        return first(REQUIREMENTS.stream().filter(requirement -> requirement.changes(before, after)), after);
    }

    private Optional<Violation> first(Stream<Requirement> requirements, LeaderboardDefinition definition) {
        return requirements
                .flatMap(requirement -> Stream.ofNullable(requirement.violation(this, definition)))
                .findFirst();
    }

    /** What is counted after a window is final is lost. With time zones that participants or groups have, nothing is refused. */
    private @Nullable String closesEarly(LeaderboardDefinition definition) {
        if (correctsFinal || dayRule.kind() != DayRuleKind.FIXED) {
            return null;
        }
        LocalDate today = now.atZone(dayRule.timeZone()).toLocalDate();
        Duration needed = TargetWindows.neededGracePeriod(definition, dayRule.timeZone(), today);
        return needed.compareTo(definition.gracePeriod()) <= 0
                ? null
                : "Days of the policy, in " + dayRule.timeZone() + ", end up to " + needed
                        + " after those of the leaderboard, whose `timeZone` is " + definition.timeZone()
                        + " and `gracePeriod` " + definition.gracePeriod()
                        + ". Use the same `timeZone`, a `gracePeriod` of at"
                        + " least " + needed + ", or a policy with `lateActivity: CORRECT`.";
    }

    /** The directory can change, so time zones of overrides cannot be those of a rule that follows it. */
    private static boolean hasGroupTimeZonesOf(LeaderboardDefinition definition, DayRule dayRule) {
        return definition.groupOverrides().stream()
                .allMatch(override -> override.timeZone() == null
                        || (dayRule.timeZoneAttribute() == null
                                && override.timeZone()
                                        .equals(dayRule.timeZone(override.group(), null, null, GroupTimeZones.NONE))));
    }
}
