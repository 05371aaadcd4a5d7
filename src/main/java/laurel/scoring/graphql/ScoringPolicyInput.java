package laurel.scoring.graphql;

import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNullElse;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.graphql.Input;
import laurel.leaderboard.ScoreFormat;
import laurel.request.Text;
import laurel.scoring.policy.Counter;
import laurel.scoring.policy.CounterAggregation;
import laurel.scoring.policy.EventRoleFilter;
import laurel.scoring.policy.Multiplier;
import laurel.scoring.policy.Pillar;
import laurel.scoring.policy.ScoreTerm;
import laurel.scoring.policy.ScoringRules;
import laurel.streak.DayRule;
import laurel.streak.graphql.DayRuleInput;

/** Reads the schema's inputs of policies and versions, which state their ranges. */
public record ScoringPolicyInput(Input input) {
    /** From which length of a streak on a multiplier is at its maximum, unless the input says so. */
    private static final int DAYS = 30;

    /** The key; refuses INVALID_KEY. */
    public String key() {
        return Text.key(input.string("key"), "key");
    }

    /** How days begin; empty where it is not said. Refuses as {@link DayRuleInput#read} does. */
    public Optional<DayRule> days() {
        return Optional.ofNullable(input.optionalObject("dayRule")).map(days -> DayRuleInput.read(days, "dayRule"));
    }

    /** The rules as they are said; refuses INVALID_NUMBER, NUMBER_OUT_OF_RANGE and TOO_MANY_DECIMALS. */
    public ScoringRules rules() {
        List<Pillar> pillars = new ArrayList<>();
        List<Input> said = input.objects("pillars");
        for (int n = 0; n < said.size(); n++) {
            pillars.add(pillar(said.get(n), "pillars", Integer.toString(n)));
        }
        List<Counter> counters = input.says("counters")
                ? input.objects("counters").stream()
                        .map(ScoringPolicyInput::counter)
                        .toList()
                : List.of();
        return new ScoringRules(counters, pillars, Map.of());
    }

    private static Counter counter(Input said) {
        return new Counter(
                said.string("name"),
                said.strings("eventTypes").stream()
                        .distinct()
                        .sorted(naturalOrder())
                        .toList(),
                requireNonNullElse(said.optionalConstant(EventRoleFilter.class, "role"), EventRoleFilter.ACTOR),
                requireNonNullElse(
                        said.optionalConstant(CounterAggregation.class, "aggregation"), CounterAggregation.EVENTS));
    }

    private static Pillar pillar(Input said, String... path) {
        List<ScoreTerm> terms = new ArrayList<>();
        List<Input> saidTerms = said.objects("terms");
        for (int n = 0; n < saidTerms.size(); n++) {
            terms.add(term(saidTerms.get(n), path[0], path[1], "terms", Integer.toString(n)));
        }
        Input multiplier = said.optionalObject("multiplier");
        return new Pillar(
                said.string("name"),
                terms,
                multiplier == null ? null : multiplier(multiplier, path[0], path[1], "multiplier"),
                said.optionalString("leaderboardKey"));
    }

    private static ScoreTerm term(Input said, String... path) {
        String cap = said.optionalString("cap");
        return new ScoreTerm(
                said.string("source"),
                number(requireNonNullElse(said.optionalString("weight"), "1"), path, "weight"),
                cap == null ? null : number(cap, path, "cap"));
    }

    private static Multiplier multiplier(Input said, String... path) {
        return new Multiplier(
                said.string("streakKey"),
                requireNonNullElse(said.optionalInteger("minDayCount"), 1),
                requireNonNullElse(said.optionalInteger("maxDayCount"), DAYS),
                number(requireNonNullElse(said.optionalString("minFactor"), "1"), path, "minFactor"),
                number(requireNonNullElse(said.optionalString("maxFactor"), "1.5"), path, "maxFactor"));
    }

    private static BigDecimal number(String text, String[] path, String field) {
        return ScoreFormat.decimal(text, path(path, field));
    }

    /** A path, and what comes after it. */
    public static String[] path(String[] path, String... more) {
        String[] whole = Arrays.copyOf(path, path.length + more.length);
        System.arraycopy(more, 0, whole, path.length, more.length);
        return whole;
    }
}
