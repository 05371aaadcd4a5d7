package laurel.bench;

import java.util.Map;
import java.util.SplittableRandom;
import laurel.bench.bed.Board;
import laurel.bench.bed.GraphQL.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A kind of question about a ranking. The n-th question of a request has the variables {@code a<n>} and {@code b<n>}.
 */
enum CheckQuestion {
    /** All ranks of one participant. */
    STANDING("$a<n>: String!", "standing(participant: {external: {externalId: $a<n>}}) { ...place }") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            int who = random.nextInt(truth.total()) + 1;
            return new Check(Board.externalId(who), null, answer -> place(truth, truth.position(who), answer));
        }
    },
    POSITION("$a<n>: Int!", "standingAt(place: {position: $a<n>}) { ...place }") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            int at = random.nextInt(truth.total());
            return new Check(at + 1, null, answer -> place(truth, at, answer));
        }
    },
    PERCENTILE("$a<n>: Float!", "standingAt(place: {percentile: $a<n>}) { ...place }") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            double least = random.nextDouble(100);
            return new Check(least, null, answer -> place(truth, truth.lastWithPercentile(least), answer));
        }
    },
    RANK_OF("$a<n>: Score!, $b<n>: Int64!", "rankForScore(score: $a<n>, subscore: $b<n>)") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            long score = someScore(truth, random);
            int subscore = random.nextInt(4);
            return new Check(score, subscore, answer -> differs(truth.better(score, subscore) + 1, answer.number()));
        }
    },
    COUNT_OF_SCORES("$a<n>: Score!, $b<n>: Score!", "standingCount(filter: {scoreAtLeast: $a<n>, scoreBelow: $b<n>})") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            long one = someScore(truth, random);
            long other = someScore(truth, random);
            long least = Math.min(one, other);
            long below = Math.max(one, other);
            int count = truth.better(least - 1, Long.MAX_VALUE) - truth.better(below - 1, Long.MAX_VALUE);
            return new Check(least, below, answer -> differs(count, answer.number()));
        }
    },
    COUNT_OF_RANKS("$a<n>: Int!, $b<n>: Int!", "standingCount(filter: {rankAtLeast: $a<n>, rankAtMost: $b<n>})") {
        @Override
        Check ask(Truth truth, SplittableRandom random) {
            int one = random.nextInt(truth.total()) + 1;
            int other = random.nextInt(truth.total()) + 1;
            int best = Math.min(one, other);
            int worst = Math.max(one, other);
            int count = truth.ranksUpTo(worst) - truth.ranksUpTo(best - 1);
            return new Check(best, worst, answer -> differs(count, answer.number()));
        }
    };

    private static final double ROUNDING = 1e-9;

    private final String variables;
    private final String field;

    CheckQuestion(String variables, String field) {
        this.variables = variables;
        this.field = field;
    }

    /** Makes a random question of this kind with its correct answer. */
    abstract Check ask(Truth truth, SplittableRandom random);

    /** Compares an answer. Returns null if it is correct, else the difference. */
    interface Comparison {
        @Nullable
        String with(Answer answer);
    }

    /** A question: the values of its variables, and the check of its answer. */
    record Check(Object a, @Nullable Object b, Comparison comparison) {
        void put(Map<String, Object> variables, int n) {
            variables.put("a" + n, a);
            if (b != null) {
                variables.put("b" + n, b);
            }
        }
    }

    String variables(int n) {
        return variables.replace("<n>", Integer.toString(n));
    }

    String field(int n) {
        return "q" + n + ": " + field.replace("<n>", Integer.toString(n));
    }

    /** A score of an entry, or one between two entries. */
    private static long someScore(Truth truth, SplittableRandom random) {
        return truth.score(random.nextInt(truth.total())) + random.nextInt(3) - 1;
    }

    private static @Nullable String place(Truth truth, int at, Answer answer) {
        if (at < 0) {
            return answer.value() == null ? null : "no standing was expected";
        }
        boolean same = answer.at("participant", "externalId").text().equals(Board.externalId(truth.participant(at)))
                && Long.parseLong(answer.at("score").text()) == truth.score(at)
                && Long.parseLong(answer.at("subscore").text()) == truth.subscore(at)
                && answer.at("rank").number() == truth.rank(at)
                && answer.at("denseRank").number() == truth.denseRank(at)
                && answer.at("position").number() == at + 1
                && answer.at("ranking", "entryCount").number() == truth.total()
                && Math.abs(answer.at("percentRank").decimal() - truth.percentRank(at)) < ROUNDING
                && Math.abs(answer.at("percentile").decimal() - truth.percentile(at)) < ROUNDING;
        return same
                ? null
                : "should be at position " + (at + 1) + ", rank " + truth.rank(at) + ", " + truth.denseRank(at);
    }

    private static @Nullable String differs(long expected, long actual) {
        return expected == actual ? null : "should be " + expected;
    }
}
