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
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelLeaderboard;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelRankings;
import laurel.ranking.model.leaderboard.ModelRanks;
import laurel.ranking.model.leaderboard.ModelRules;
import laurel.ranking.model.leaderboard.ModelStanding;
import laurel.ranking.model.leaderboard.ModelSubmission;
import laurel.ranking.model.leaderboard.ModelWindow;
import laurel.ranking.model.query.ModelPage;
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
 * Applies random steps to random leaderboards, and compares entries with {@link ModelLeaderboard} and ranks with {@link
 * ModelRanks}.
 */
@AddLifecycleHook(ModelTries.class)
class RankingModelTest {
    private static final Instant START = Instant.parse("2025-07-13T14:30:00.123456Z");
    private static final TickingClock CLOCK = new TickingClock(START);
    /** Limits that allow all queries of a window in one request, and an index whose nodes split and join often. */
    private static final Map<String, Object> LIMITS = Map.of(
            "laurel.rankindex.threshold", 2,
            "laurel.rankindex.leaf-size", 2,
            "laurel.rankindex.fanout", 2,
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
        return RandomLeaderboards.rules().list().ofMinSize(1).ofMaxSize(2);
    }

    @Provide
    static Arbitrary<List<ModelStep>> steps() {
        return RandomSteps.steps();
    }

    @Property(tries = 2, shrinking = ShrinkingMode.BOUNDED)
    void returnsTheSameResultsAsTheModel(
            @ForAll("boards") List<ModelRules> rules, @ForAll("steps") List<ModelStep> steps, @ForAll Random random) {
        CLOCK.set(START);
        ModelScenario scenario =
                new ModelScenario(SERVER.client(), RANKS, CLOCK, "try-" + TRIES.incrementAndGet(), rules);
        steps.forEach(scenario::apply);
        if (random.nextBoolean()) {
            scenario.removeSome(random);
        }
        scenario.check(random);
    }

    /** Some participants keep their entry while the others change theirs between two pages. */
    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    void returnsUnchangedEntriesOnceWhilePaging(
            @ForAll @IntRange(min = 1, max = 5) int size,
            @ForAll boolean fromBest,
            @ForAll boolean backwards,
            @ForAll SortOrder order,
            @ForAll TieRule ties,
            @ForAll Random random) {
        CLOCK.set(START);
        ComparedLeaderboard board = ComparedLeaderboard.create(
                SERVER.client(),
                RANKS.sql(),
                "unchanged-" + TRIES.incrementAndGet(),
                rules(UpdateMode.REPLACE, order, ties));
        ModelRanking everyone = new ModelRankings(board.model(), RANKS)
                .of(ModelWindow.of(WindowKind.ALL_TIME, START, ZoneId.of("UTC")), List.of(), ModelGroup.EVERYONE);
        List<String> moving = names(board, "moving");
        List<String> unchanged = names(board, "unchanged");
        board.client().submit(randomSubmissions(moving, random));
        board.client().submit(randomSubmissions(unchanged, random));
        var pages = board.reader()
                .walk(everyone, fromBest ? "BEST_FIRST" : "WORST_FIRST", null, size, backwards, () -> {
                    Collections.shuffle(moving, random);
                    board.client().submit(randomSubmissions(moving.subList(0, 4), random));
                });
        var all = board.reader().walk(everyone, fromBest ? "BEST_FIRST" : "WORST_FIRST", null, 1000, false, () -> {});
        assertThat(of(unchanged, ModelPage.items(pages, backwards)))
                .isEqualTo(of(unchanged, ModelPage.items(all, false)));
        assertThat(of(unchanged, ModelPage.items(all, false))).hasSameSizeAs(unchanged);
    }

    /** The remaining sum may have exceeded 64 bits when it was submitted. */
    @Example
    void removesSubmissionIfIntermediateSumsExceed64Bits() {
        CLOCK.set(START);
        ModelRules rules = rules(UpdateMode.INCREMENT, SortOrder.DESCENDING, TieRule.EARLIEST);
        ModelScenario scenario =
                new ModelScenario(SERVER.client(), RANKS, CLOCK, "sums-" + TRIES.incrementAndGet(), List.of(rules));
        for (long score : new long[] {Long.MAX_VALUE, -5, 3, -10, Long.MIN_VALUE}) {
            scenario.apply(submission(0, score));
            scenario.apply(submission(1, Long.MAX_VALUE));
        }
        scenario.apply(new ModelStep.Remove(Duration.ofMinutes(1), 0, 2, null));
        // The remaining sum exceeds 64 bits.
        scenario.apply(new ModelStep.Remove(Duration.ofMinutes(1), 0, 0, null));
        for (int seed = 0; seed < 4; seed++) {
            scenario.check(new Random(seed));
        }
    }

    private static ModelStep submission(int participant, long score) {
        var submitted = new ModelStep.SubmittedScore(score, null, 0);
        var group = new ModelStep.SubmittedGroup("eu", "pc", "solo", null);
        var submission = new ModelStep.RandomSubmission(participant, submitted, null, false, null, null, group);
        return new ModelStep.Submit(Duration.ofMinutes(1), 0, List.of(submission));
    }

    private static ModelRules rules(UpdateMode mode, SortOrder order, TieRule ties) {
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

    private static List<String> names(ComparedLeaderboard board, String kind) {
        return new ArrayList<>(IntStream.range(0, 8)
                .mapToObj(i -> board.key() + "-" + kind + "-" + i)
                .toList());
    }

    private static List<ModelSubmission> randomSubmissions(List<String> names, Random random) {
        return names.stream()
                .map(participant -> new ModelSubmission(
                        participant,
                        Integer.toString(random.nextInt(6)),
                        random.nextInt(2),
                        START.minusSeconds(random.nextInt(3)),
                        null,
                        null,
                        Map.of()))
                .toList();
    }

    /** The items of these participants, in the order of the list. */
    private static List<String> of(List<String> names, List<ModelStanding> list) {
        return list.stream()
                .map(ModelStanding::participant)
                .filter(names::contains)
                .toList();
    }
}
