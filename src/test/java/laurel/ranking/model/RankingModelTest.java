package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowKind;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Random boards and what is done to them, against {@link BoardModel} for what stands and {@link ModelRanks} for who
 * stands where.
 */
@AddLifecycleHook(ModelTries.class)
class RankingModelTest {
    private static final Instant START = Instant.parse("2025-07-13T14:30:00.123456Z");
    private static final TickingClock CLOCK = new TickingClock(START);
    /** One request asks all there is to ask of a window; and blocks are so small that they split and join all the time. */
    private static final Map<String, Object> LIMITS = Map.of(
            "laurel.index.from", 2,
            "laurel.index.run", 2,
            "laurel.index.parts", 2,
            "laurel.limits.past-times", 1_000,
            "laurel.limits.query-size", 1_000_000,
            "laurel.limits.query-tokens", 1_000_000,
            "laurel.limits.query-fields", 100_000,
            "laurel.limits.query-selections", 1_000_000);

    private static final LaurelServer SERVER = LaurelServer.start(CLOCK, LIMITS);
    private static final ModelRanks RANKS = new ModelRanks(SERVER.database().sql());
    private static final AtomicInteger TRIES = new AtomicInteger();

    @AfterContainer
    static void stop() {
        SERVER.close();
    }

    @Provide
    static Arbitrary<List<ModelRules>> boards() {
        return ModelBoards.rules().list().ofMinSize(1).ofMaxSize(2);
    }

    @Provide
    static Arbitrary<List<ModelStep>> steps() {
        return ModelSteps.steps();
    }

    @Property(tries = 3, shrinking = ShrinkingMode.BOUNDED)
    void everyAnswerIsThatOfTheModel(
            @ForAll("boards") List<ModelRules> rules, @ForAll("steps") List<ModelStep> steps, @ForAll Random random) {
        CLOCK.set(START);
        ModelPlay play = new ModelPlay(SERVER.client(), RANKS, CLOCK, "try-" + TRIES.incrementAndGet(), rules);
        steps.forEach(play::take);
        if (random.nextBoolean()) {
            play.removeSome(random);
        }
        play.check(random);
    }

    /** Some stay where they are while the rest leap about between one page and the next. */
    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    void whoKeepsStillIsNeitherRepeatedNorSkipped(
            @ForAll @IntRange(min = 1, max = 5) int size,
            @ForAll boolean fromBest,
            @ForAll boolean backwards,
            @ForAll SortOrder order,
            @ForAll TieRule ties,
            @ForAll Random random) {
        CLOCK.set(START);
        ModelBoard board = ModelBoard.create(
                SERVER.client(),
                RANKS.sql(),
                "still-" + TRIES.incrementAndGet(),
                plain(UpdateMode.REPLACE, order, ties));
        ModelRanking everyone = new ModelRankings(board.model(), RANKS)
                .of(ModelSpan.of(WindowKind.ALL_TIME, START, ZoneId.of("UTC")), List.of(), ModelGroup.EVERYONE);
        List<String> moving = names(board, "moving");
        List<String> still = names(board, "still");
        board.client().submit(leaps(moving, random));
        board.client().submit(leaps(still, random));
        var pages = board.reader()
                .walk(everyone, fromBest ? "BEST_FIRST" : "WORST_FIRST", null, size, backwards, () -> {
                    Collections.shuffle(moving, random);
                    board.client().submit(leaps(moving.subList(0, 4), random));
                });
        var all = board.reader().walk(everyone, fromBest ? "BEST_FIRST" : "WORST_FIRST", null, 1000, false, () -> {});
        assertThat(of(still, ModelPage.items(pages, backwards))).isEqualTo(of(still, ModelPage.items(all, false)));
        assertThat(of(still, ModelPage.items(all, false))).hasSameSizeAs(still);
    }

    /** What is left may be a sum that would not have fitted when it came. */
    @Example
    void oneOfThemRemovedSumsMayHaveExceeded64BitsInBetween() {
        CLOCK.set(START);
        ModelRules rules = plain(UpdateMode.INCREMENT, SortOrder.DESCENDING, TieRule.EARLIEST);
        ModelPlay play =
                new ModelPlay(SERVER.client(), RANKS, CLOCK, "sums-" + TRIES.incrementAndGet(), List.of(rules));
        for (long score : new long[] {Long.MAX_VALUE, -5, 3, -10, Long.MIN_VALUE}) {
            play.take(thrown(0, score));
            play.take(thrown(1, Long.MAX_VALUE));
        }
        play.take(new ModelStep.Remove(Duration.ofMinutes(1), 0, 2, null));
        // What this would leave does not fit now.
        play.take(new ModelStep.Remove(Duration.ofMinutes(1), 0, 0, null));
        for (int seed = 0; seed < 4; seed++) {
            play.check(new Random(seed));
        }
    }

    private static ModelStep thrown(int who, long score) {
        var attempt = new ModelStep.Attempt(score, null, 0);
        var place = new ModelStep.Place("eu", "pc", "solo", null);
        var thrown = new ModelStep.Throw(who, attempt, null, false, null, null, place);
        return new ModelStep.Submit(Duration.ofMinutes(1), 0, List.of(thrown));
    }

    private static ModelRules plain(UpdateMode mode, SortOrder order, TieRule ties) {
        return new ModelRules(
                mode,
                order,
                ties,
                0,
                null,
                null,
                ZoneId.of("UTC"),
                List.of(WindowKind.ALL_TIME),
                List.of(List.of()),
                LeaderboardClock.SYSTEM,
                Visibility.PUBLIC,
                null);
    }

    private static List<String> names(ModelBoard board, String kind) {
        return new ArrayList<>(IntStream.range(0, 8)
                .mapToObj(i -> board.key() + "-" + kind + "-" + i)
                .toList());
    }

    private static List<ModelSubmission> leaps(List<String> names, Random random) {
        return names.stream()
                .map(who -> new ModelSubmission(
                        who,
                        Integer.toString(random.nextInt(6)),
                        random.nextInt(2),
                        START.minusSeconds(random.nextInt(3)),
                        null,
                        null,
                        Map.of()))
                .toList();
    }

    /** Those of these names, in the order of the list. */
    private static List<String> of(List<String> names, List<ModelStanding> list) {
        return list.stream().map(ModelStanding::who).filter(names::contains).toList();
    }
}
