package laurel.scoring.graphql;

import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNullElse;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.activity.burst.BurstRule;
import laurel.graphql.Input;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.ScoreFormat;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.scoring.policy.Counter;
import laurel.scoring.policy.CounterAggregation;
import laurel.scoring.policy.EventRoleFilter;
import laurel.scoring.policy.LateActivity;
import laurel.scoring.policy.Multiplier;
import laurel.scoring.policy.Pillar;
import laurel.scoring.policy.ScoreTerm;
import laurel.scoring.policy.ScoringPolicyDefinition;
import laurel.scoring.policy.ScoringRules;
import laurel.streak.graphql.DayRuleInput;
import org.jspecify.annotations.Nullable;

/** Reads the inputs of {@code createScoringPolicy} and {@code createScoringPolicyVersion}. */
record ScoringPolicyInput(Input input) {
    private static final int DEFAULT_MAX_DAY_COUNT = 30;
    private static final String DEFAULT_MAX_EVENTS_PER_SECOND = "5";
    private static final String DEFAULT_BURST_DURATION = "PT10S";

    /** Reads a policy. Refuses, in this order: INVALID_KEY, as {@link DayRuleInput#read} does, and as {@link #rules} does. */
    ScoringPolicyDefinition definition() {
        String key = Text.key(input.string("key"), "key");
        Input dayRule = input.optionalObject("dayRule");
        return new ScoringPolicyDefinition(
                key, dayRule == null ? null : DayRuleInput.read(dayRule, "dayRule"), rules());
    }

    /** Reads the rules of a version. Refuses INVALID_NUMBER, NUMBER_OUT_OF_RANGE, TOO_MANY_DECIMALS and INVALID_DURATION. */
    ScoringRules rules() {
        List<Pillar> pillars = new ArrayList<>();
        List<Input> inputs = input.objects("pillars");
        for (int n = 0; n < inputs.size(); n++) {
            pillars.add(pillar(inputs.get(n), "pillars", Integer.toString(n)));
        }
        List<Counter> counters = input.hasValue("counters")
                ? input.objects("counters").stream()
                        .map(ScoringPolicyInput::counter)
                        .toList()
                : List.of();
        return new ScoringRules(
                counters,
                pillars,
                Map.of(),
                burst(),
                null,
                requireNonNullElse(input.optionalConstant(LateActivity.class, "lateActivity"), LateActivity.IGNORE));
    }

    private @Nullable BurstRule burst() {
        Input burst = input.optionalObject("burst");
        if (burst == null) {
            return null;
        }
        String rate = requireNonNullElse(burst.optionalString("maxEventsPerSecond"), DEFAULT_MAX_EVENTS_PER_SECOND);
        String duration = requireNonNullElse(burst.optionalString("duration"), DEFAULT_BURST_DURATION);
        Duration time = IsoDuration.parseTime(duration)
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.INVALID_DURATION,
                        "`duration` must be a duration of hours, minutes and seconds to the microsecond, such as PT10S.",
                        "burst",
                        "duration"));
        return new BurstRule(
                burst.strings("eventTypes"),
                number(rate, new String[] {"burst"}, "maxEventsPerSecond"),
                IsoDuration.of(time));
    }

    private static Counter counter(Input input) {
        return new Counter(
                input.string("name"),
                input.strings("eventTypes").stream()
                        .distinct()
                        .sorted(naturalOrder())
                        .toList(),
                requireNonNullElse(input.optionalConstant(EventRoleFilter.class, "role"), EventRoleFilter.ACTOR),
                requireNonNullElse(
                        input.optionalConstant(CounterAggregation.class, "aggregation"), CounterAggregation.EVENTS));
    }

    private static Pillar pillar(Input input, String... path) {
        List<ScoreTerm> terms = new ArrayList<>();
        List<Input> termInputs = input.objects("terms");
        for (int n = 0; n < termInputs.size(); n++) {
            terms.add(term(termInputs.get(n), path[0], path[1], "terms", Integer.toString(n)));
        }
        Input multiplier = input.optionalObject("multiplier");
        return new Pillar(
                input.string("name"),
                terms,
                multiplier == null ? null : multiplier(multiplier, path[0], path[1], "multiplier"),
                input.optionalString("leaderboardKey"));
    }

    private static ScoreTerm term(Input input, String... path) {
        String cap = input.optionalString("cap");
        return new ScoreTerm(
                input.string("source"),
                number(requireNonNullElse(input.optionalString("weight"), "1"), path, "weight"),
                cap == null ? null : number(cap, path, "cap"));
    }

    private static Multiplier multiplier(Input input, String... path) {
        return new Multiplier(
                input.string("streakKey"),
                requireNonNullElse(input.optionalInteger("minDayCount"), 1),
                requireNonNullElse(input.optionalInteger("maxDayCount"), DEFAULT_MAX_DAY_COUNT),
                number(requireNonNullElse(input.optionalString("minFactor"), "1"), path, "minFactor"),
                number(requireNonNullElse(input.optionalString("maxFactor"), "1.5"), path, "maxFactor"));
    }

    private static BigDecimal number(String text, String[] path, String field) {
        return ScoreFormat.decimal(
                text, Stream.concat(Stream.of(path), Stream.of(field)).toArray(String[]::new));
    }
}
