package laurel.scoring.policy;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.activity.DailyTally;
import org.jspecify.annotations.Nullable;

/**
 * How a day is scored: a function of its tallies and of the lengths of streaks on it.
 *
 * @param number   from 1
 * @param decimals of each pillar's score, by name
 */
public record DayScorer(int number, ScoringRules rules, Map<String, Integer> decimals) {
    /** The scores of a day, rounded, by pillar. */
    public Map<String, BigDecimal> score(DailyTally tally, Map<String, Integer> lengths) {
        return scored(tally, lengths).stream()
                .collect(Collectors.toMap(
                        PillarScore::name, PillarScore::score, (one, other) -> one, LinkedHashMap::new));
    }

    /** The scores of a day with all that they come from, in the order in which the pillars are defined. */
    public List<PillarScore> scored(DailyTally tally, Map<String, Integer> lengths) {
        var evaluation = new Evaluation(tally, lengths);
        rules.pillars().forEach(evaluation::value);
        return rules.pillars().stream().map(evaluation::scored).toList();
    }

    /** One day; what a pillar comes to is worked out once. */
    private final class Evaluation {
        private final Map<String, Integer> lengths;
        private final Map<String, Fraction> values = new HashMap<>();

        Evaluation(DailyTally tally, Map<String, Integer> lengths) {
            this.lengths = lengths;
            rules.counters().forEach(counter -> values.put(counter.name(), Fraction.of(counter.of(tally))));
        }

        /** What a pillar comes to, unrounded. */
        Fraction value(Pillar pillar) {
            Fraction known = values.get(pillar.name());
            if (known != null) {
                return known;
            }
            Fraction sum = pillar.terms().stream()
                    .map(term -> term.points(valueOf(term)))
                    .reduce(Fraction.ZERO, Fraction::plus);
            Fraction value = sum.times(multiplier(pillar));
            values.put(pillar.name(), value);
            return value;
        }

        private Fraction valueOf(ScoreTerm term) {
            Pillar pillar = rules.pillar(term.source());
            return pillar == null ? requireNonNull(values.get(term.source()), term.source()) : value(pillar);
        }

        private Fraction multiplier(Pillar pillar) {
            Multiplier multiplier = pillar.multiplier();
            return multiplier == null ? Fraction.ONE : multiplier.at(length(multiplier));
        }

        private int length(Multiplier multiplier) {
            return lengths.getOrDefault(multiplier.streakKey(), 0);
        }

        PillarScore scored(Pillar pillar) {
            Multiplier multiplier = pillar.multiplier();
            @Nullable Integer length = multiplier == null ? null : length(multiplier);
            List<PillarScore.TermScore> terms = new ArrayList<>();
            for (ScoreTerm term : pillar.terms()) {
                Fraction count = valueOf(term);
                terms.add(PillarScore.TermScore.of(term, count));
            }
            int places = decimals.getOrDefault(pillar.name(), Pillar.DECIMALS);
            return new PillarScore(
                    pillar.name(),
                    value(pillar).rounded(places),
                    multiplier(pillar).rounded(Multiplier.DECIMALS),
                    length,
                    terms);
        }
    }
}
