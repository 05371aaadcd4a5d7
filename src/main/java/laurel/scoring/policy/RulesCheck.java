package laurel.scoring.policy;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.scoring.graphql.ScoringPolicyInput;

/**
 * Whether rules make sense. Refuses LIST_EMPTY, LIST_TOO_LONG, INVALID_KEY, DUPLICATE_NAME, INVALID_EVENT_TYPE,
 * AGGREGATION_NOT_SUITABLE and NUMBER_OUT_OF_RANGE, then COUNTER_NOT_FOUND, then PILLAR_CYCLE, each with the path of the
 * first offence.
 */
record RulesCheck(ScoringRules rules) {
    private static final int MOST_COUNTERS = 100;
    private static final int MOST_TYPES = 20;
    private static final int MOST_PILLARS = 20;
    private static final int MOST_TERMS = 50;
    private static final BigDecimal LONGEST = BigDecimal.valueOf(10_000);
    /** As much as the digits of an input allow. */
    private static final BigDecimal HIGHEST_CAP = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    void check() {
        Limits.size(rules.counters(), 0, MOST_COUNTERS, "counters");
        Limits.size(rules.pillars(), 1, MOST_PILLARS, "pillars");
        Set<String> names = new HashSet<>();
        for (int n = 0; n < rules.counters().size(); n++) {
            checkCounter(rules.counters().get(n), names, "counters", Integer.toString(n));
        }
        for (int n = 0; n < rules.pillars().size(); n++) {
            checkPillar(rules.pillars().get(n), names, "pillars", Integer.toString(n));
        }
        checkTerms(this::checkKnown);
        checkTerms(this::checkAcyclic);
    }

    private static void checkName(String name, Set<String> names, String... path) {
        String[] at = ScoringPolicyInput.path(path, "name");
        Text.key(name, at);
        if (!names.add(name)) {
            throw new RefusedException(
                    ErrorCode.DUPLICATE_NAME, "Another counter or pillar has the name `" + name + "`.", at);
        }
    }

    private static void checkCounter(Counter counter, Set<String> names, String... path) {
        checkName(counter.name(), names, path);
        String[] types = ScoringPolicyInput.path(path, "eventTypes");
        Limits.size(counter.eventTypes(), 1, MOST_TYPES, types);
        counter.eventTypes().forEach(type -> Text.eventType(type, types));
        boolean once = counter.eventTypes().size() == 1 && counter.role() != EventRoleFilter.PARTIES;
        if (counter.aggregation() == CounterAggregation.PEERS && !once) {
            throw new RefusedException(
                    ErrorCode.AGGREGATION_NOT_SUITABLE,
                    "A counter of PEERS must have exactly one event type, and not the role PARTIES.",
                    types);
        }
    }

    private static void checkPillar(Pillar pillar, Set<String> names, String... path) {
        checkName(pillar.name(), names, path);
        Limits.size(pillar.terms(), 1, MOST_TERMS, ScoringPolicyInput.path(path, "terms"));
        for (int n = 0; n < pillar.terms().size(); n++) {
            ScoreTerm term = pillar.terms().get(n);
            String[] at = ScoringPolicyInput.path(path, "terms", Integer.toString(n));
            checkRange(term.weight(), MOST.negate(), MOST, at, "weight");
            if (term.cap() != null) {
                checkRange(term.cap(), BigDecimal.ZERO, HIGHEST_CAP, at, "cap");
            }
        }
        if (pillar.multiplier() != null) {
            checkMultiplier(pillar.multiplier(), ScoringPolicyInput.path(path, "multiplier"));
        }
    }

    private static void checkMultiplier(Multiplier multiplier, String... path) {
        checkRange(BigDecimal.valueOf(multiplier.minDayCount()), BigDecimal.ZERO, LONGEST, path, "minDayCount");
        BigDecimal least = BigDecimal.valueOf(multiplier.minDayCount() + 1L);
        checkRange(BigDecimal.valueOf(multiplier.maxDayCount()), least, LONGEST, path, "maxDayCount");
        checkRange(multiplier.minFactor(), BigDecimal.ZERO, MOST, path, "minFactor");
        checkRange(multiplier.maxFactor(), BigDecimal.ZERO, MOST, path, "maxFactor");
    }

    private static void checkRange(BigDecimal number, BigDecimal min, BigDecimal max, String[] path, String field) {
        Limits.number(number, min, max, ScoringPolicyInput.path(path, field));
    }

    /** What is asked of a term; the path leads to it. */
    @FunctionalInterface
    private interface TermCheck {
        void check(ScoreTerm term, String... path);
    }

    private void checkTerms(TermCheck check) {
        for (int p = 0; p < rules.pillars().size(); p++) {
            List<ScoreTerm> terms = rules.pillars().get(p).terms();
            for (int t = 0; t < terms.size(); t++) {
                check.check(terms.get(t), "pillars", Integer.toString(p), "terms", Integer.toString(t));
            }
        }
    }

    private void checkKnown(ScoreTerm term, String... path) {
        if (rules.counter(term.source()) == null && rules.pillar(term.source()) == null) {
            throw new RefusedException(
                    ErrorCode.COUNTER_NOT_FOUND,
                    "The policy has no counter and no pillar with the name `" + term.source() + "`.",
                    ScoringPolicyInput.path(path, "source"));
        }
    }

    private void checkAcyclic(ScoreTerm term, String... path) {
        String owner = rules.pillars().get(Integer.parseInt(path[1])).name();
        if (reaches(term.source(), owner, new HashSet<>())) {
            throw new RefusedException(
                    ErrorCode.PILLAR_CYCLE,
                    "The pillar `" + owner + "` would be a term of itself.",
                    ScoringPolicyInput.path(path, "source"));
        }
    }

    /** Whether a pillar is another, or has it in its terms, at whatever depth. */
    private boolean reaches(String from, String wanted, Set<String> seen) {
        Pillar pillar = rules.pillar(from);
        return from.equals(wanted)
                || (pillar != null
                        && seen.add(from)
                        && pillar.terms().stream().anyMatch(term -> reaches(term.source(), wanted, seen)));
    }
}
