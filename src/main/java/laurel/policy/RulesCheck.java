package laurel.policy;

import static laurel.policy.ScoringPolicyInput.invalid;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;

/**
 * Whether rules make sense. Refuses, in this order: INVALID_POLICY, COUNTER_NOT_FOUND, NEGATIVE_CAP, PILLAR_CYCLE, each
 * with the path of the first offence.
 */
record RulesCheck(ScoringRules rules) {
    private static final int MOST_COUNTERS = 100;
    private static final int MOST_TYPES = 20;
    private static final int MOST_PILLARS = 20;
    private static final int MOST_TERMS = 50;
    private static final int LONGEST = 10_000;
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    void check() {
        checkCount(rules.counters(), 0, MOST_COUNTERS, "counters");
        checkCount(rules.pillars(), 1, MOST_PILLARS, "pillars");
        Set<String> names = new HashSet<>();
        for (int n = 0; n < rules.counters().size(); n++) {
            checkCounter(rules.counters().get(n), names, "counters", Integer.toString(n));
        }
        for (int n = 0; n < rules.pillars().size(); n++) {
            checkPillar(rules.pillars().get(n), names, "pillars", Integer.toString(n));
        }
        checkTerms(this::checkKnown);
        checkTerms(RulesCheck::checkCap);
        checkTerms(this::checkAcyclic);
    }

    private static void checkCount(List<?> list, int least, int most, String... path) {
        if (list.size() < least || list.size() > most) {
            throw invalid("Of these there are " + least + " to " + most + ".", path);
        }
    }

    private static void checkName(String name, Set<String> names, String... path) {
        if (!Text.isKey(name)) {
            throw invalid(
                    "A name is 1 to 64 of a-z, 0-9, '.', '_' and '-', and begins with a letter or a digit.",
                    ScoringPolicyInput.path(path, "name"));
        }
        if (!names.add(name)) {
            throw invalid("Counters and pillars each have a name of their own.", ScoringPolicyInput.path(path, "name"));
        }
    }

    private static void checkCounter(Counter counter, Set<String> names, String... path) {
        checkName(counter.name(), names, path);
        String[] types = ScoringPolicyInput.path(path, "eventTypes");
        checkCount(counter.eventTypes(), 1, MOST_TYPES, types);
        if (!counter.eventTypes().stream().allMatch(Text::isKey)) {
            throw invalid(
                    "A type of events is 1 to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or a digit.", types);
        }
        boolean once = counter.eventTypes().size() == 1 && counter.part() != EventRoleFilter.PARTIES;
        if (counter.count() == CounterAggregation.PEERS && !once) {
            throw invalid(
                    "Different others are counted for each type and each part: a counter of PEERS takes one type, and not PARTIES.",
                    types);
        }
    }

    private static void checkPillar(Pillar pillar, Set<String> names, String... path) {
        checkName(pillar.name(), names, path);
        checkCount(pillar.terms(), 1, MOST_TERMS, ScoringPolicyInput.path(path, "terms"));
        for (int n = 0; n < pillar.terms().size(); n++) {
            checkSize(
                    pillar.terms().get(n).weight(),
                    ScoringPolicyInput.path(path, "terms", Integer.toString(n), "weight"));
        }
        if (pillar.multiplier() != null) {
            checkMultiplier(pillar.multiplier(), ScoringPolicyInput.path(path, "multiplier"));
        }
    }

    private static void checkMultiplier(Multiplier multiplier, String... path) {
        if (multiplier.from() < 0 || multiplier.to() <= multiplier.from() || multiplier.to() > LONGEST) {
            throw invalid(
                    "A multiplier goes from 0 days or more to more than that, at most " + LONGEST + ".",
                    ScoringPolicyInput.path(path, "to"));
        }
        checkFactor(multiplier.least(), ScoringPolicyInput.path(path, "least"));
        checkFactor(multiplier.most(), ScoringPolicyInput.path(path, "most"));
    }

    private static void checkFactor(BigDecimal factor, String... path) {
        checkSize(factor, path);
        if (factor.signum() < 0) {
            throw invalid("A multiplier is not below 0.", path);
        }
    }

    private static void checkSize(BigDecimal number, String... path) {
        if (number.abs().compareTo(MOST) > 0) {
            throw invalid("A weight or a multiplier is at most " + MOST + ".", path);
        }
    }

    /** What is asked of a term; the path leads to it. */
    @FunctionalInterface
    private interface TermCheck {
        void check(Term term, String... path);
    }

    private void checkTerms(TermCheck check) {
        for (int p = 0; p < rules.pillars().size(); p++) {
            List<Term> terms = rules.pillars().get(p).terms();
            for (int t = 0; t < terms.size(); t++) {
                check.check(terms.get(t), "pillars", Integer.toString(p), "terms", Integer.toString(t));
            }
        }
    }

    private void checkKnown(Term term, String... path) {
        if (rules.counter(term.of()) == null && rules.pillar(term.of()) == null) {
            throw new RefusedException(
                    ErrorCode.COUNTER_NOT_FOUND,
                    "The policy has no counter and no pillar of this name.",
                    ScoringPolicyInput.path(path, "of"));
        }
    }

    private static void checkCap(Term term, String... path) {
        if (term.cap() != null && term.cap().signum() < 0) {
            throw new RefusedException(
                    ErrorCode.NEGATIVE_CAP, "A cap is not below 0.", ScoringPolicyInput.path(path, "cap"));
        }
    }

    private void checkAcyclic(Term term, String... path) {
        String owner = rules.pillars().get(Integer.parseInt(path[1])).name();
        if (reaches(term.of(), owner, new HashSet<>())) {
            throw new RefusedException(
                    ErrorCode.PILLAR_CYCLE,
                    "The pillar would be a part of itself.",
                    ScoringPolicyInput.path(path, "of"));
        }
    }

    /** Whether a pillar is another, or has it in its terms, at whatever depth. */
    private boolean reaches(String from, String wanted, Set<String> seen) {
        Pillar pillar = rules.pillar(from);
        return from.equals(wanted)
                || (pillar != null
                        && seen.add(from)
                        && pillar.terms().stream().anyMatch(term -> reaches(term.of(), wanted, seen)));
    }
}
