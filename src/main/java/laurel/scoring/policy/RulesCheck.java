package laurel.scoring.policy;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;

/**
 * Checks the rules of a version by themselves. Refuses LIST_EMPTY, LIST_TOO_LONG, INVALID_KEY, DUPLICATE_NAME,
 * INVALID_EVENT_TYPE, AGGREGATION_NOT_SUITABLE and NUMBER_OUT_OF_RANGE, as {@link laurel.activity.burst.BurstRule#check} does,
 * then COUNTER_NOT_FOUND, then PILLAR_CYCLE, each with the path of the first error.
 */
record RulesCheck(ScoringRules rules) {
    private static final int MAX_COUNTERS = 100;
    private static final int MAX_EVENT_TYPES = 20;
    private static final int MAX_PILLARS = 20;
    private static final int MAX_TERMS = 50;
    private static final BigDecimal MAX_DAY_COUNT = BigDecimal.valueOf(10_000);
    /** Largest number that the digits of an input allow. */
    private static final BigDecimal MAX_CAP = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final BigDecimal MAX_FACTOR = BigDecimal.valueOf(1_000_000);

    void check() {
        Limits.size(rules.counters(), 0, MAX_COUNTERS, "counters");
        Limits.size(rules.pillars(), 1, MAX_PILLARS, "pillars");
        Set<String> names = new HashSet<>();
        for (int n = 0; n < rules.counters().size(); n++) {
            checkCounter(rules.counters().get(n), names, "counters", Integer.toString(n));
        }
        for (int n = 0; n < rules.pillars().size(); n++) {
            checkPillar(rules.pillars().get(n), names, "pillars", Integer.toString(n));
        }
        if (rules.burst() != null) {
            rules.burst().check("burst");
        }
        checkTerms(this::checkSourceExists);
        checkTerms(this::checkAcyclic);
    }

    private static void checkName(String name, Set<String> names, String... path) {
        String[] at = path(path, "name");
        Text.key(name, at);
        if (!names.add(name)) {
            throw new RefusedException(
                    ErrorCode.DUPLICATE_NAME, "Another counter or pillar has the name `" + name + "`.", at);
        }
    }

    private static void checkCounter(Counter counter, Set<String> names, String... path) {
        checkName(counter.name(), names, path);
        String[] types = path(path, "eventTypes");
        Limits.size(counter.eventTypes(), 1, MAX_EVENT_TYPES, types);
        counter.eventTypes().forEach(type -> Text.eventType(type, types));
        boolean countsPeersOnce = counter.eventTypes().size() == 1 && counter.role() != EventRoleFilter.PARTIES;
        if (counter.aggregation() == CounterAggregation.PEERS && !countsPeersOnce) {
            throw new RefusedException(
                    ErrorCode.AGGREGATION_NOT_SUITABLE,
                    "A counter of PEERS must have exactly one event type, and not the role PARTIES.",
                    types);
        }
    }

    private static void checkPillar(Pillar pillar, Set<String> names, String... path) {
        checkName(pillar.name(), names, path);
        Limits.size(pillar.terms(), 1, MAX_TERMS, path(path, "terms"));
        for (int n = 0; n < pillar.terms().size(); n++) {
            ScoreTerm term = pillar.terms().get(n);
            String[] at = path(path, "terms", Integer.toString(n));
            checkRange(term.weight(), MAX_FACTOR.negate(), MAX_FACTOR, at, "weight");
            if (term.cap() != null) {
                checkRange(term.cap(), BigDecimal.ZERO, MAX_CAP, at, "cap");
            }
        }
        if (pillar.multiplier() != null) {
            checkMultiplier(pillar.multiplier(), path(path, "multiplier"));
        }
    }

    private static void checkMultiplier(Multiplier multiplier, String... path) {
        checkRange(BigDecimal.valueOf(multiplier.minDayCount()), BigDecimal.ZERO, MAX_DAY_COUNT, path, "minDayCount");
        BigDecimal least = BigDecimal.valueOf(multiplier.minDayCount() + 1L);
        checkRange(BigDecimal.valueOf(multiplier.maxDayCount()), least, MAX_DAY_COUNT, path, "maxDayCount");
        checkRange(multiplier.minFactor(), BigDecimal.ZERO, MAX_FACTOR, path, "minFactor");
        checkRange(multiplier.maxFactor(), BigDecimal.ZERO, MAX_FACTOR, path, "maxFactor");
    }

    private static void checkRange(BigDecimal number, BigDecimal min, BigDecimal max, String[] path, String field) {
        Limits.number(number, min, max, path(path, field));
    }

    /** Checks a term; the path leads to it. */
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

    private void checkSourceExists(ScoreTerm term, String... path) {
        if (rules.counter(term.source()) == null && rules.pillar(term.source()) == null) {
            throw new RefusedException(
                    ErrorCode.COUNTER_NOT_FOUND,
                    "The policy has no counter and no pillar with the name `" + term.source() + "`.",
                    path(path, "source"));
        }
    }

    private void checkAcyclic(ScoreTerm term, String... path) {
        String owner = rules.pillars().get(Integer.parseInt(path[1])).name();
        if (reaches(term.source(), owner, new HashSet<>())) {
            throw new RefusedException(
                    ErrorCode.PILLAR_CYCLE,
                    "The pillar `" + owner + "` would be a term of itself.",
                    path(path, "source"));
        }
    }

    /** Returns whether a name is the given pillar, or a pillar that has it as a term, directly or indirectly. */
    private boolean reaches(String source, String owner, Set<String> seen) {
        Pillar pillar = rules.pillar(source);
        return source.equals(owner)
                || (pillar != null
                        && seen.add(source)
                        && pillar.terms().stream().anyMatch(term -> reaches(term.source(), owner, seen)));
    }

    private static String[] path(String[] path, String... more) {
        return Stream.concat(Stream.of(path), Stream.of(more)).toArray(String[]::new);
    }
}
