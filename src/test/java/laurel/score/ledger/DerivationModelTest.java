package laurel.score.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.ranking.PastRanks;
import laurel.ranking.PastRanks.RankAt;
import laurel.request.AppSource;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random submissions and removals: what stands is always {@link Entry#combine} over what was not removed, and the ledger
 * tells the ranks of earlier moments as they were.
 */
class DerivationModelTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant START = Instant.parse("2025-07-13T23:20:00Z");
    private static final TickingClock CLOCK = new TickingClock(START);
    private static final int STEPS = Tries.of(12, 25);
    private static final String STANDS = """
            SELECT e.*, r.window_id, r.group_values,
                   rank() OVER (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key) AS rank
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id
            WHERE r.leaderboard_id = :board
            """;
    /** Zones in which hours begin at other minutes, windows that overlap, an order that is not the board's. */
    private static final String OVERRIDE = """
            UPDATE leaderboard SET version = version + 1,
                window_definitions = window_definitions || '[{"kind": "CUSTOM", "key": "rolling", "anchorTime": "2025-07-01T00:00:00Z",
                                        "interval": "PT7M", "length": "PT16M"}]',
                group_overrides = jsonb_build_array(
                    jsonb_build_object('group', '{"region": "r0"}'::jsonb, 'sortOrder', :order),
                    jsonb_build_object('group', '{"region": "r1"}'::jsonb, 'timeZone', 'Asia/Kathmandu'),
                    jsonb_build_object('group', '{"region": "r1", "platform": "p1"}'::jsonb, 'timeZone', 'America/St_Johns',
                                       'sortOrder', :order))
            WHERE key = :board
            """;

    private static final Map<Map<String, String>, String> ZONES = Map.of(
            Map.of("region", "r1"), "Asia/Kathmandu",
            Map.of("region", "r1", "platform", "p1"), "America/St_Johns");
    private static LaurelServer server;
    private static Scores scores;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.limits.past-times", 100));
        scores = server.bean(Scores.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Where an entry stands. */
    private record Place(long windowId, Group group, long participantId) {}

    /** A submission that stands, and the windows that took it. */
    private record Sent(ScoreSubmission submission, List<Long> windows) {}

    static Stream<Arguments> boards() {
        return Stream.of(UpdateMode.values()).flatMap(mode -> Stream.of(TieRule.values())
                .flatMap(tie -> Stream.of("ASCENDING", "DESCENDING").flatMap(order -> Stream.of(false, true)
                        .filter(overridden -> Tries.LONG || pairs(mode, tie, order, overridden))
                        .map(overridden -> Arguments.of(mode, tie, order, overridden)))));
    }

    /** Half of all: any two of the four that are chosen still meet. */
    private static boolean pairs(UpdateMode mode, TieRule tie, String order, boolean overridden) {
        int chosen = List.of(UpdateMode.values()).indexOf(mode)
                + List.of(TieRule.values()).indexOf(tie)
                + List.of("ASCENDING", "DESCENDING").indexOf(order)
                + List.of(false, true).indexOf(overridden);
        return chosen % 2 == 0;
    }

    @ParameterizedTest
    @MethodSource("boards")
    void whatStandsFollowsFromTheLedger(UpdateMode mode, TieRule tie, String order, boolean overridden) {
        CLOCK.set(START);
        Leaderboard board = create(mode, tie, order, overridden);
        Random random = new Random(board.key().hashCode());
        List<Sent> left = new ArrayList<>();
        Map<RankAt, Integer> ranks = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            CLOCK.advance(Duration.ofMinutes(1));
            if (!left.isEmpty() && random.nextInt(3) == 0) {
                Sent gone = left.remove(random.nextInt(left.size()));
                scores.remove(APP, new Scores.Removal(gone.submission.id(), null, false), List.of(), CLOCK.instant());
            } else {
                submit(board, random, step).forEach(left::add);
            }
            assertThat(stands(board, ranks)).isEqualTo(folded(board, left));
        }
        assertThat(left).isNotEmpty();
        assertThat(PastRanks.of(server, APP, ranks.keySet())).isEqualTo(ranks);
    }

    private static List<Sent> submit(Leaderboard board, Random random, int step) {
        List<ScoreSubmissionInput> inputs = new ArrayList<>();
        for (int item = random.nextInt(3); item >= 0; item--) {
            inputs.add(new ScoreSubmissionInput(
                    board.key(),
                    new ParticipantInput(
                            new ExternalParticipantId("ACCOUNT", "who-" + random.nextInt(3)), null, null, null, null),
                    Integer.toString(random.nextInt(4) - 1),
                    random.nextInt(2),
                    Map.of("region", "r" + random.nextInt(2), "platform", "p" + random.nextInt(2)),
                    CLOCK.instant().minus(Duration.ofMinutes(random.nextInt(3) * 5L)),
                    random.nextBoolean() ? new Json("{\"step\": " + step + "}") : null,
                    null));
        }
        return scores.submit(APP, inputs, List.of(), CLOCK.instant()).stream()
                .map(SubmissionResult.ScoreReceipt.class::cast)
                .map(receipt -> new Sent(
                        receipt.submission(),
                        receipt.answer().changes().stream()
                                .map(EntryChange::windowId)
                                .distinct()
                                .toList()))
                .toList();
    }

    private static Map<Place, Entry> folded(Leaderboard board, List<Sent> left) {
        Map<List<Long>, List<Sent>> counted = new HashMap<>();
        left.forEach(sent -> sent.windows.forEach(window -> counted.computeIfAbsent(
                        List.of(window, sent.submission.participantId()), none -> new ArrayList<>())
                .add(sent)));
        Map<Long, Window> windows = server.bean(Windows.class)
                .byIds(APP, counted.keySet().stream().map(List::getFirst).toList());
        Map<Place, Entry> folded = new HashMap<>();
        counted.forEach((key, all) -> {
            Window window = requireNonNull(windows.get(key.get(0)));
            for (Grouping grouping : board.groupings()) {
                @Nullable Entry stands = null;
                Group group = Group.EVERYONE;
                for (Sent sent : all) {
                    Group named = grouping.group(sent.submission.groupValues().values());
                    if (counts(board, window, named)) {
                        stands = Entry.combine(board, stands, entry(sent.submission));
                        group = named;
                    }
                }
                if (stands != null) {
                    folded.put(new Place(key.get(0), group, key.get(1)), stands);
                }
            }
        });
        return folded;
    }

    /** Hours and days are those of the group's own zone. */
    private static boolean counts(Leaderboard board, Window window, Group group) {
        String own = board.definition().groupOverrides().isEmpty() ? null : ZONES.get(group.values());
        return window.kind() == WindowKind.ALL_TIME
                || window.kind() == WindowKind.CUSTOM
                || window.timeZone().getId().equals(own == null ? "UTC" : own);
    }

    private static Entry entry(ScoreSubmission sent) {
        return new Entry(requireNonNull(sent.score()), sent.subscore(), sent.achievedAt(), sent.id(), sent.metadata());
    }

    @Introspected
    record RankedRow(EntryRepository.PlacedRow placed, int rank) {}

    /** @param ranks takes the ranks of this moment */
    private static Map<Place, Entry> stands(Leaderboard board, Map<RankAt, Integer> ranks) {
        Map<Place, Entry> stands = new HashMap<>();
        server.bean(Sql.class).of(STANDS).bind("board", board.id()).each(RankedRow.class, row -> {
            EntryRepository.PlacedRow placed = row.placed;
            EntryRepository.EntryKey key = placed.entry().key();
            stands.put(
                    new Place(placed.windowId(), placed.groupValues(), key.participantId()),
                    placed.placed(board).entry());
            ranks.put(new RankAt(key.rankingId(), key.participantId(), CLOCK.instant()), row.rank);
        });
        return stands;
    }

    private static Leaderboard create(UpdateMode mode, TieRule tie, String order, boolean overridden) {
        String key = "%s-%s-%s-%s"
                .formatted(mode, tie, order, overridden ? "own" : "one")
                .toLowerCase(Locale.ROOT);
        server.client()
                .ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, tieRule: %s, sortOrder: %s,
                  groupings: [[], ["region"], ["platform", "region"]],
                  windowDefinitions: [{kind: HOURLY}, {kind: DAILY}, {kind: ALL_TIME}]}) { leaderboard { id } } }
                """.formatted(key, mode, tie, order))
                .text("data", "createLeaderboard", "leaderboard", "id");
        if (overridden) {
            server.bean(Sql.class)
                    .of(OVERRIDE)
                    .bind("board", key)
                    .bind("order", order.equals("ASCENDING") ? "DESCENDING" : "ASCENDING")
                    .execute();
        }
        return server.bean(Leaderboards.class).byKey(APP, key).orElseThrow();
    }
}
