package laurel.ranking;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** Random boards and what happens to them; few participants, few scores and few keys, so that they meet often. */
final class ModelArbitraries {
    private ModelArbitraries() {}

    /**
     * What somebody submits.
     *
     * @param score  fixed-point
     * @param broken a text to send in place of the score
     * @param ago    how long before the present it was achieved; negative is ahead of it
     * @param key    number of an idempotency key
     * @param again  instead, sends the submission of this number among those sent before
     */
    record Throw(
            int who,
            long score,
            @Nullable String broken,
            long subscore,
            @Nullable Duration ago,
            boolean says,
            @Nullable Integer key,
            @Nullable Integer again) {}

    /**
     * One request.
     *
     * @param pause how much time passes before it
     */
    record Step(Duration pause, List<Throw> batch) {}

    static Arbitrary<ModelRules> rules() {
        var bounds = Arbitraries.of(Tuple.of(-3L, 3L), Tuple.of(0L, Long.MAX_VALUE), Tuple.of(Long.MIN_VALUE, 5L))
                .injectNull(0.6);
        return Combinators.combine(
                        Arbitraries.of(UpdateMode.class),
                        Arbitraries.of(SortOrder.class),
                        Arbitraries.of(TieRule.class),
                        Arbitraries.integers().between(0, 9),
                        bounds,
                        Arbitraries.of("UTC", "Asia/Kathmandu", "Asia/Tokyo").map(ZoneId::of),
                        windows(),
                        Arbitraries.frequencyOf(
                                Tuple.of(3, Arbitraries.just(BoardClock.SYSTEM)),
                                Tuple.of(1, Arbitraries.just(BoardClock.SUBMISSIONS))))
                .as((mode, order, ties, decimals, between, zone, kinds, clock) -> new ModelRules(
                        mode,
                        order,
                        ties,
                        decimals,
                        between == null ? null : between.get1(),
                        between == null ? null : between.get2(),
                        zone,
                        kinds,
                        clock));
    }

    static Arbitrary<List<Step>> steps() {
        Arbitrary<Duration> wait = Arbitraries.frequency(
                Tuple.of(8, Duration.ZERO),
                Tuple.of(3, Duration.ofMinutes(1)),
                Tuple.of(2, Duration.ofMinutes(7)),
                Tuple.of(1, Duration.ofHours(3)),
                Tuple.of(1, Duration.ofHours(25)));
        return Combinators.combine(wait, thrown().list().ofMinSize(1).ofMaxSize(6))
                .as(Step::new)
                .list()
                .ofMinSize(4)
                .ofMaxSize(14);
    }

    private static Arbitrary<List<WindowKind>> windows() {
        return Arbitraries.subsetOf(WindowKind.values())
                .map(kinds -> kinds.isEmpty() ? List.of(WindowKind.ALL_TIME) : List.copyOf(kinds));
    }

    private static Arbitrary<Throw> thrown() {
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
                        Arbitraries.frequencyOf(
                                Tuple.of(8, Arbitraries.longs().between(-3, 5)), Tuple.of(2, extremes())),
                        Arbitraries.of("0.0000000001", "1e30", "NaN").injectNull(0.95),
                        Arbitraries.frequencyOf(
                                Tuple.of(6, Arbitraries.just(0L)),
                                Tuple.of(3, Arbitraries.longs().between(-1, 1)),
                                Tuple.of(1, extremes())),
                        ago,
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 4).injectNull(0.8),
                        Arbitraries.integers().between(0, 99).injectNull(0.9))
                .as(Throw::new);
    }

    private static Arbitrary<Long> extremes() {
        return Arbitraries.of(
                Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, 1L << 53, -(1L << 53) - 1);
    }
}
