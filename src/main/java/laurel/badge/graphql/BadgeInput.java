package laurel.badge.graphql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import laurel.badge.BadgeDefinition;
import laurel.badge.BadgeRule;
import laurel.badge.BadgeState;
import laurel.badge.Recurrence;
import laurel.badge.RuleKind;
import laurel.graphql.Input;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.ScoreFormat;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** Reads inputs of badges. */
final class BadgeInput {
    private static final String RULE = "rule";

    private BadgeInput() {}

    /**
     * Refuses, in this order: INVALID_TEXT, SCORE_NOT_A_NUMBER, SCORE_OUT_OF_RANGE, SCORE_TOO_MANY_DECIMALS,
     * INVALID_GROUP_VALUE.
     */
    static BadgeDefinition definition(Input input) {
        BadgeDefinition.checkTexts(
                input.string("name"), input.optionalString("description"), input.optionalString("imageUrl"));
        BadgeState state = input.optionalConstant(BadgeState.class, "state");
        Recurrence recurrence = input.optionalConstant(Recurrence.class, "recurrence");
        return new BadgeDefinition(
                input.string("key"),
                input.string("name"),
                input.optionalString("description"),
                input.optionalString("imageUrl"),
                state != BadgeState.DISABLED,
                recurrence == null ? Recurrence.ONCE : recurrence,
                rule(input.object(RULE)));
    }

    /** A definition with the changes of {@code updateBadge}. */
    static BadgeDefinition changed(BadgeDefinition before, Input input) {
        for (String name : List.of("name", "state")) {
            if (input.has(name) && !input.hasValue(name)) {
                throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`" + name + "` cannot be null.");
            }
        }
        BadgeState state = input.optionalConstant(BadgeState.class, "state");
        return new BadgeDefinition(
                before.key(),
                input.hasValue("name") ? input.string("name") : before.name(),
                input.has("description") ? input.optionalString("description") : before.description(),
                input.has("imageUrl") ? input.optionalString("imageUrl") : before.imageUrl(),
                state == null ? before.enabled() : state == BadgeState.ENABLED,
                before.recurrence(),
                before.rule());
    }

    /** The kind of a rule. */
    static RuleKind kind(Input rule) {
        return switch (rule.values().keySet().iterator().next()) {
            case "rankAtClose" -> RuleKind.RANK_AT_CLOSE;
            case "streak" -> RuleKind.STREAK;
            case "score" -> RuleKind.SCORE;
            case "counter" -> RuleKind.COUNTER;
            case "peers" -> RuleKind.PEERS;
            default -> RuleKind.MANUAL;
        };
    }

    /** The leaderboard that a rule names; null if it names none. */
    static @Nullable String leaderboardKey(Input rule) {
        return content(rule).optionalString("leaderboardKey");
    }

    /** The rule's one object; empty for a manual rule. */
    private static Input content(Input rule) {
        String name = rule.values().keySet().iterator().next();
        return rule.values().get(name) instanceof Map<?, ?> ? rule.object(name) : new Input(Map.of());
    }

    /** Refuses as {@link #definition} does. */
    static BadgeRule rule(Input input) {
        String name = input.values().keySet().iterator().next();
        Input rule = content(input);
        return switch (name) {
            case "rankAtClose" ->
                BadgeRule.ofRanks(
                        rule.string("leaderboardKey"),
                        rule.string("windowDefinitionKey"),
                        rule.optionalInteger("maxRank"),
                        number(rule, name, "topFraction"),
                        group(rule),
                        grouping(rule));
            case "streak" ->
                BadgeRule.ofActivity(
                        RuleKind.STREAK,
                        rule.string("streakKey"),
                        null,
                        null,
                        BigDecimal.valueOf(rule.integer("minLength")),
                        null);
            case "score" ->
                BadgeRule.ofScores(
                        rule.string("leaderboardKey"),
                        rule.string("windowDefinitionKey"),
                        score(rule, name, "minScore"));
            case "counter" ->
                BadgeRule.ofActivity(
                        RuleKind.COUNTER,
                        null,
                        rule.string("scoringPolicyKey"),
                        rule.string("counterName"),
                        number(rule, name, "minCount"),
                        rule.integer("dayCount"));
            case "peers" ->
                BadgeRule.ofActivity(
                        RuleKind.PEERS,
                        null,
                        rule.string("scoringPolicyKey"),
                        null,
                        BigDecimal.valueOf(rule.integer("minPeerCount")),
                        rule.integer("dayCount"));
            default -> manual(input);
        };
    }

    private static BadgeRule manual(Input rule) {
        if (!rule.truth("manual")) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`rule.manual` must be true.");
        }
        return BadgeRule.ofActivity(RuleKind.MANUAL, null, null, null, null, null);
    }

    private static @Nullable Group group(Input rule) {
        if (!rule.hasValue("group")) {
            return null;
        }
        return Group.ofInput(rule.texts("group"), Grouping.MAX_ATTRIBUTES, RULE, "rankAtClose", "group");
    }

    private static @Nullable List<String> grouping(Input rule) {
        return rule.hasValue("grouping")
                ? Grouping.ofInput(rule.strings("grouping"), RULE, "rankAtClose", "grouping")
                        .attributes()
                : null;
    }

    /** A score with as many decimals as a leaderboard may have. {@code RuleCheck} checks the range by the leaderboard. */
    private static @Nullable BigDecimal score(Input rule, String kind, String name) {
        String text = rule.optionalString(name);
        if (text == null) {
            return null;
        }
        BigDecimal number = ScoreFormat.number(text);
        int decimals = number == null ? 0 : number.stripTrailingZeros().scale();
        new ScoreFormat(Math.clamp(decimals, 0, ScoreFormat.MAX_DECIMALS)).parse(text, RULE, kind, name);
        return new BigDecimal(text);
    }

    private static @Nullable BigDecimal number(Input rule, String kind, String name) {
        String text = rule.optionalString(name);
        if (text == null) {
            return null;
        }
        ScoreFormat.decimal(text, RULE, kind, name);
        return new BigDecimal(text);
    }
}
