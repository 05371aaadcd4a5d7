package laurel.scoring.policy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import laurel.group.GroupTimeZones;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.UpdateMode;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * Requirements for a leaderboard that receives the scores of days, or of their hours.
 *
 * @param dayRule day rule of the policy
 */
record LeaderboardRequirements(DayRule dayRule) {
    private static final String MODE_AND_CLOCK =
            "A policy can only feed leaderboards with the update mode INCREMENT and the clock SYSTEM.";

    private static final List<Requirement> REQUIREMENTS = List.of(
            new Requirement(
                    "updateMode",
                    LeaderboardDefinition::updateMode,
                    (definition, dayRule) -> definition.updateMode() == UpdateMode.INCREMENT,
                    MODE_AND_CLOCK),
            new Requirement(
                    "groupOverrides",
                    LeaderboardDefinition::groupOverrides,
                    (definition, dayRule) -> definition.groupOverrides().stream()
                            .allMatch(override ->
                                    override.updateMode() == null || override.updateMode() == UpdateMode.INCREMENT),
                    "The leaderboard has a group of another update mode; a policy feeds groups of the update mode INCREMENT."),
            new Requirement(
                    "clock",
                    LeaderboardDefinition::clock,
                    (definition, dayRule) -> definition.clock() == LeaderboardClock.SYSTEM,
                    MODE_AND_CLOCK),
            new Requirement(
                    "windowDefinitions",
                    LeaderboardDefinition::windowDefinitions,
                    (definition, dayRule) ->
                            definition.windowDefinitions().stream().allMatch(TargetWindows::haveWholeHours),
                    "The leaderboard has windows that are not made of whole hours, so a policy cannot feed it."),
            new Requirement(
                    "timeZoneAttribute",
                    LeaderboardDefinition::timeZoneAttribute,
                    (definition, dayRule) -> definition.timeZoneAttribute() == null
                            || definition.timeZoneAttribute().equals(dayRule.timeZoneAttribute()),
                    "The leaderboard has another time zone attribute than the policy's day rule."),
            new Requirement(
                    "groupOverrides",
                    LeaderboardDefinition::groupOverrides,
                    LeaderboardRequirements::hasGroupTimeZonesOf,
                    "The leaderboard has a group with another time zone than the policy's day rule."));

    private record Requirement(
            String field,
            Function<LeaderboardDefinition, @Nullable Object> value,
            BiPredicate<LeaderboardDefinition, DayRule> isMet,
            String message) {
        boolean changes(LeaderboardDefinition before, LeaderboardDefinition after) {
            return !Objects.equals(value.apply(before), value.apply(after));
        }

        Violation violation() {
            return new Violation(field, message);
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
        return REQUIREMENTS.stream()
                .filter(requirement -> !requirement.isMet.test(definition, dayRule))
                .findFirst()
                .map(Requirement::violation);
    }

    /** Returns the first violation that a change introduces; empty if there is none. */
    Optional<Violation> violation(LeaderboardDefinition before, LeaderboardDefinition after) {
        return REQUIREMENTS.stream()
                .filter(requirement -> requirement.changes(before, after) && !requirement.isMet.test(after, dayRule))
                .findFirst()
                .map(Requirement::violation);
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
