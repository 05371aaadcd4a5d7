package laurel.scoring.policy;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import org.jspecify.annotations.Nullable;

/**
 * Scores days by a version of a policy. A score is a function of the day's tally and of the lengths of streaks on the day.
 *
 * @param versionNumber number of the version
 * @param decimals      decimals of each pillar's score, by name
 */
public record DayScorer(int versionNumber, ScoringRules rules, Map<String, Integer> decimals) {
    /** Returns what the version counts on a day. */
    public CountedDay counted(ParticipantDay day) {
        return new CountedDay(day, rules.burstRuleId());
    }

    /** Returns the rounded scores of a day by pillar, given the lengths of streaks by key. */
    public Map<String, BigDecimal> scores(DailyTally tally, Map<String, Integer> lengths) {
        return pillarScores(tally, lengths).stream()
                .collect(Collectors.toMap(
                        PillarScore::name, PillarScore::score, (one, other) -> one, LinkedHashMap::new));
    }

    /** Returns the scores of a day with their terms, in the order of the version's pillars. */
    public List<PillarScore> pillarScores(DailyTally tally, Map<String, Integer> lengths) {
        var evaluation = new Evaluation(tally, lengths);
        rules.pillars().forEach(evaluation::value);
        return rules.pillars().stream().map(evaluation::pillarScore).toList();
    }

    /** Evaluation of a day. Computes each pillar once. */
    private final class Evaluation {
        private final Map<String, Integer> lengths;
        private final Map<String, Fraction> values = new HashMap<>();

        Evaluation(DailyTally tally, Map<String, Integer> lengths) {
            this.lengths = lengths;
            rules.counters().forEach(counter -> values.put(counter.name(), Fraction.of(counter.of(tally))));
        }

        /** Returns the exact score of a pillar. */
        Fraction value(Pillar pillar) {
            Fraction known = values.get(pillar.name());
            if (known != null) {
                return known;
            }
            Fraction sum = pillar.terms().stream()
                    .map(term -> term.points(amount(term)))
                    .reduce(Fraction.ZERO, Fraction::plus);
            Fraction value = sum.times(multiplier(pillar));
            values.put(pillar.name(), value);
            return value;
        }

        private Fraction amount(ScoreTerm term) {
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

        PillarScore pillarScore(Pillar pillar) {
            Multiplier multiplier = pillar.multiplier();
            @Nullable Integer length = multiplier == null ? null : length(multiplier);
            List<PillarScore.TermScore> terms = new ArrayList<>();
            for (ScoreTerm term : pillar.terms()) {
                terms.add(PillarScore.TermScore.of(term, amount(term)));
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
