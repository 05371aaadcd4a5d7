package laurel.badge;

import java.math.BigDecimal;
import laurel.graphql.Input;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import org.jspecify.annotations.Nullable;

/** What inputs say of badges. */
final class BadgeInput {
    private BadgeInput() {}

    /** Refuses, in this order: INVALID_TEXT, NOT_A_NUMBER, OUT_OF_RANGE, TOO_MANY_DECIMALS, INVALID_BADGE. */
    static BadgeDefinition definition(Input input) {
        BadgeDefinition.checkTexts(
                input.string("name"), input.optionalString("description"), input.optionalString("imageUrl"));
        return new BadgeDefinition(
                input.string("key"),
                input.string("name"),
                input.optionalString("description"),
                input.optionalString("imageUrl"),
                input.truth("enabled"),
                input.constant(Recurrence.class, "recurrence"),
                rule(input.object("rule")));
    }

    /** Refuses as {@link #definition} does. */
    static BadgeRule rule(Input input) {
        return new BadgeRule(
                input.constant(RuleKind.class, "kind"),
                input.optionalString("leaderboard"),
                input.optionalString("definition"),
                input.optionalInteger("rankAtMost"),
                input.optionalInteger("topPercent"),
                group(input),
                input.optionalString("streak"),
                input.optionalString("policy"),
                input.optionalString("counter"),
                number(input.optionalString("atLeast")),
                input.optionalInteger("days"));
    }

    private static @Nullable Group group(Input input) {
        if (!input.says("group")) {
            return null;
        }
        Group group = Group.of(input.texts("group"));
        if (!group.isPossible()) {
            throw RuleCheck.invalid(
                    "A group is a value of 1 to " + Group.MAX_VALUE + " characters for each of its attributes.",
                    "group");
        }
        return group;
    }

    private static @Nullable BigDecimal number(@Nullable String text) {
        if (text == null) {
            return null;
        }
        new ScoreFormat(ScoreFormat.MAX_DECIMALS).parse(text, "rule", "atLeast");
        return new BigDecimal(text);
    }
}
