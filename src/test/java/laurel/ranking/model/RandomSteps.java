package laurel.ranking.model;

import java.time.Duration;
import java.util.List;
import laurel.ranking.model.ModelStep.GroupFault;
import laurel.ranking.model.ModelStep.RandomSubmission;
import laurel.ranking.model.ModelStep.Remove;
import laurel.ranking.model.ModelStep.Submit;
import laurel.ranking.model.ModelStep.SubmittedGroup;
import laurel.ranking.model.ModelStep.SubmittedScore;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random steps with few participants, scores and keys, so that they often collide. */
final class RandomSteps {
    private RandomSteps() {}

    static Arbitrary<List<ModelStep>> steps() {
        return Arbitraries.frequencyOf(Tuple.of(4, submit()), Tuple.of(1, remove()))
                .list()
                .ofMinSize(4)
                .ofMaxSize(16);
    }

    private static Arbitrary<ModelStep> submit() {
        return Combinators.combine(
                        pause(), board(), submission().list().ofMinSize(1).ofMaxSize(6))
                .as(Submit::new);
    }

    private static Arbitrary<ModelStep> remove() {
        Arbitrary<String> reason = Arbitraries.frequency(
                        Tuple.of(8, "Speed hack"), Tuple.of(1, " "), Tuple.of(1, "x".repeat(201)))
                .injectNull(0.4);
        return Combinators.combine(
                        pause(), board(), Arbitraries.integers().between(0, 99).injectNull(0.05), reason)
                .as(Remove::new);
    }

    private static Arbitrary<Duration> pause() {
        return Arbitraries.frequency(
                Tuple.of(8, Duration.ZERO),
                Tuple.of(3, Duration.ofMinutes(1)),
                Tuple.of(2, Duration.ofMinutes(7)),
                Tuple.of(1, Duration.ofHours(3)),
                Tuple.of(1, Duration.ofHours(25)));
    }

    private static Arbitrary<Integer> board() {
        return Arbitraries.frequency(Tuple.of(3, 0), Tuple.of(1, 1));
    }

    private static Arbitrary<RandomSubmission> submission() {
        Arbitrary<Duration> ago = Arbitraries.of(
                        "PT0S",
                        "PT0.000001S",
                        "PT1M",
                        "PT4M",
                        "PT20M",
                        "PT2H",
                        "PT26H",
                        "P40D",
                        "P400D",
                        "-PT5M",
                        "-PT6M")
                .map(Duration::parse)
                .injectNull(0.3);
        return Combinators.combine(
                        Arbitraries.integers().between(0, 11),
                        score(),
                        ago,
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 4).injectNull(0.8),
                        Arbitraries.integers().between(0, 99).injectNull(0.9),
                        group())
                .as(RandomSubmission::new);
    }

    private static Arbitrary<SubmittedScore> score() {
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(8, Arbitraries.longs().between(-3, 5)), Tuple.of(2, extremes())),
                        Arbitraries.of("0.0000000001", "1e30", "NaN").injectNull(0.95),
                        Arbitraries.frequencyOf(
                                Tuple.of(6, Arbitraries.just(0L)),
                                Tuple.of(3, Arbitraries.longs().between(-1, 1)),
                                Tuple.of(1, extremes())))
                .as(SubmittedScore::new);
    }

    /** Few groups, so that participants share them, with values that need escaping. */
    private static Arbitrary<SubmittedGroup> group() {
        return Combinators.combine(
                        Arbitraries.frequency(Tuple.of(3, "eu"), Tuple.of(2, "asia"), Tuple.of(1, "z'\"}\\")),
                        Arbitraries.of("pc", "ps, {}"),
                        Arbitraries.of("solo", "team"),
                        Arbitraries.of(GroupFault.class).injectNull(0.95))
                .as(SubmittedGroup::new);
    }

    private static Arbitrary<Long> extremes() {
        return Arbitraries.of(
                Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, 1L << 53, -(1L << 53) - 1);
    }
}
