package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import laurel.ranking.ModelArbitraries.Step;
import laurel.ranking.ModelArbitraries.Throw;
import laurel.ranking.ModelClient.PageOf;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Random boards and submissions, against {@link BoardModel} for what stands and {@link ModelRanking} for who stands
 * where.
 * {@code -Dlaurel.model.tries=1000} tries longer.
 */
@AddLifecycleHook(ModelTries.class)
class RankingModelTest {
    private static final Instant START = Instant.parse("2025-07-13T14:30:00.123456Z");
    private static final List<String> RANKS = List.of("rank", "denseRank", "position", "percentRank", "percentile");
    private static final TickingClock CLOCK = new TickingClock(START);
    private static final LaurelServer SERVER = LaurelServer.start(CLOCK);
    private static final ModelRanking ORACLE =
            new ModelRanking(SERVER.database().jdbi());
    private static final GraphQLClient HTTP = SERVER.client();
    private static final AtomicInteger BOARDS = new AtomicInteger();

    private String board = "";
    private ModelClient client = new ModelClient(HTTP, board);

    @AfterContainer
    static void stop() {
        SERVER.close();
    }

    @Provide
    static Arbitrary<ModelRules> rules() {
        return ModelArbitraries.rules();
    }

    @Provide
    static Arbitrary<List<Step>> steps() {
        return ModelArbitraries.steps();
    }

    @Property(tries = 15, shrinking = ShrinkingMode.BOUNDED)
    void everyAnswerIsThatOfTheModel(
            @ForAll("rules") ModelRules rules, @ForAll("steps") List<Step> steps, @ForAll Random random) {
        begin(rules);
        BoardModel model = new BoardModel(rules);
        List<ModelSubmission> sent = new ArrayList<>();
        for (Step step : steps) {
            CLOCK.advance(step.pause());
            List<ModelSubmission> batch = step.batch().stream()
                    .map(one -> submission(rules, one, sent))
                    .toList();
            List<ModelOutcome> expected = model.submit(batch, CLOCK.instant());
            List<ModelOutcome> outcomes =
                    batch.size() == 1 ? List.of(client.submit(batch.getFirst())) : client.submit(batch);
            assertThat(outcomes).as("%s", batch).isEqualTo(expected);
        }
        model.entries().forEach((window, stand) -> {
            List<ModelStanding> list = ORACLE.of(rules, stand);
            assertThat(client.total(window)).isEqualTo(list.size());
            assertThat(items(client.walk(window, "top", 1000, false, () -> {}))).isEqualTo(list);
            standings(window, list, random);
        });
        if (!model.entries().isEmpty()) {
            List<String> windows = List.copyOf(model.entries().keySet());
            String window = windows.get(random.nextInt(windows.size()));
            List<ModelStanding> list =
                    ORACLE.of(rules, requireNonNull(model.entries().get(window)));
            pages(window, list);
            around(window, list, random);
        }
    }

    /** Some stay where they are while the rest leap about between one page and the next. */
    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void whoKeepsStillIsNeitherRepeatedNorSkipped(
            @ForAll @IntRange(min = 1, max = 5) int size,
            @ForAll boolean fromBest,
            @ForAll boolean backwards,
            @ForAll SortOrder order,
            @ForAll TieRule ties,
            @ForAll Random random) {
        var rules = new ModelRules(
                UpdateMode.REPLACE,
                order,
                ties,
                0,
                null,
                null,
                ZoneId.of("UTC"),
                List.of(WindowKind.ALL_TIME),
                BoardClock.SYSTEM);
        begin(rules);
        List<ModelSubmission> still = new ArrayList<>();
        List<ModelSubmission> moving = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            still.add(leap("still-" + i, random));
            moving.add(leap("moving-" + i, random));
        }
        client.submit(still);
        client.submit(moving);
        var pages = client.walk("ALL-TIME", fromBest ? "top" : "bottom", size, backwards, () -> {
            Collections.shuffle(moving, random);
            client.submit(
                    moving.stream().limit(4).map(one -> leap(one.who(), random)).toList());
        });
        List<String> met = inOrder(pages, backwards).stream()
                .map(ModelStanding::who)
                .filter(who -> who.contains("still"))
                .toList();
        List<String> inTheEnd = items(client.walk("ALL-TIME", "top", 1000, false, () -> {})).stream()
                .map(ModelStanding::who)
                .filter(who -> who.contains("still"))
                .toList();
        assertThat(met).isEqualTo(fromBest ? inTheEnd : inTheEnd.reversed());
    }

    /** Each try has a board of its own. */
    private void begin(ModelRules rules) {
        CLOCK.set(START);
        board = "board-" + BOARDS.incrementAndGet();
        client = new ModelClient(HTTP, board);
        client.create(rules);
    }

    private void standings(String window, List<ModelStanding> list, Random random) {
        for (ModelStanding expected : list) {
            assertThat(client.standing(window, expected.who())).isEqualTo(expected);
        }
        List<String> some = RANKS.stream().filter(field -> random.nextBoolean()).toList();
        if (!some.isEmpty() && !list.isEmpty()) {
            ModelStanding one = list.get(random.nextInt(list.size()));
            assertThat(numbers(client.standing(window, one.who(), some), some)).isEqualTo(numbers(one, some));
            int size = 1 + random.nextInt(list.size());
            assertThat(client.bottom(window, size, some).stream().map(node -> numbers(node, some)))
                    .isEqualTo(list.reversed().stream()
                            .limit(size)
                            .map(each -> numbers(each, some))
                            .toList());
        }
        assertThat(client.standing(window, "nobody")).isNull();
        assertThat(client.around(window, "nobody", 2, 2, true)).isEmpty();
    }

    /** Every page from both ends in both directions. */
    private void pages(String window, List<ModelStanding> list) {
        for (int size : new int[] {1, 2, 3, 5, list.size(), list.size() + 1}) {
            for (String from : List.of("top", "bottom")) {
                List<ModelStanding> expected = from.equals("top") ? list : list.reversed();
                for (boolean backwards : new boolean[] {false, true}) {
                    var pages = client.walk(window, from, size, backwards, () -> {});
                    assertThat(inOrder(pages, backwards))
                            .as("%s by %s, backwards %s", from, size, backwards)
                            .isEqualTo(expected);
                    assertThat(pages).hasSize((list.size() + size - 1) / size);
                    assertThat(pages.stream().map(backwards ? PageOf::hasNext : PageOf::hasPrevious))
                            .as("only the first page has nothing behind it")
                            .isEqualTo(IntStream.range(0, pages.size())
                                    .mapToObj(i -> i > 0)
                                    .toList());
                }
            }
        }
    }

    private void around(String window, List<ModelStanding> list, Random random) {
        for (int at = 0; at < list.size(); at++) {
            int above = random.nextInt(5);
            int below = random.nextInt(5);
            String who = list.get(at).who();
            assertThat(client.around(window, who, above, below, false))
                    .isEqualTo(list.subList(Math.max(0, at - above), Math.min(list.size(), at + below + 1)));
            // With refill the window of above + 1 + below slides inwards until it fits.
            int wanted = Math.min(list.size(), above + 1 + below);
            int first = Math.max(0, Math.min(at - above, list.size() - wanted));
            assertThat(client.around(window, who, above, below, true)).isEqualTo(list.subList(first, first + wanted));
        }
    }

    private ModelSubmission submission(ModelRules rules, Throw one, List<ModelSubmission> sent) {
        if (one.again() != null && !sent.isEmpty()) {
            return sent.get(one.again() % sent.size());
        }
        ModelSubmission submission = new ModelSubmission(
                board + "-" + one.who(),
                one.broken() != null ? one.broken() : rules.text(one.score()),
                one.subscore(),
                one.ago() == null ? null : CLOCK.instant().minus(one.ago()),
                one.says() ? sent.size() : null,
                one.key() == null ? null : "key-" + one.key());
        sent.add(submission);
        return submission;
    }

    private ModelSubmission leap(String who, Random random) {
        return new ModelSubmission(
                who.startsWith(board) ? who : board + "-" + who,
                Integer.toString(random.nextInt(6)),
                random.nextInt(2),
                START.minusSeconds(random.nextInt(3)),
                null,
                null);
    }

    private static List<ModelStanding> items(List<PageOf<ModelStanding>> pages) {
        return pages.stream().flatMap(page -> page.items().stream()).toList();
    }

    /** In the order of the list, also where its last page was read first. */
    private static List<ModelStanding> inOrder(List<PageOf<ModelStanding>> pages, boolean backwards) {
        return items(backwards ? pages.reversed() : pages);
    }

    private static List<Object> numbers(ModelStanding standing, List<String> fields) {
        return fields.stream().map(standing::field).toList();
    }

    private static List<Object> numbers(Answer node, List<String> fields) {
        return fields.stream().map(field -> ModelStanding.number(node, field)).toList();
    }
}
