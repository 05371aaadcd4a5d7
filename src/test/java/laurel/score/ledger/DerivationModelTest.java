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
import java.util.Set;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.group.GroupValues;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.ParticipantRef;
import laurel.participant.ParticipantUpdate;
import laurel.participant.Participants;
import laurel.ranking.PastRankComparison;
import laurel.ranking.PastRankComparison.RankAt;
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
 * Random submissions and removals: each entry is {@link Entry#combine} over the submissions that were not removed, and past
 * ranks that are derived from the ledger are the ranks of that time.
 */
class DerivationModelTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant START = Instant.parse("2025-07-13T23:20:00Z");
    private static final TickingClock CLOCK = new TickingClock(START);
    private static final int STEPS = Tries.of(12, 25);
    private static final String ENTRIES = """
            SELECT e.*, r.window_id, r.group_values,
                   rank() OVER (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key) AS rank
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id
            WHERE r.leaderboard_id = :board
            """;
    /** Time zones with offsets of other than whole hours, windows that overlap, and sort orders and update modes of groups. */
    private static final String OVERRIDE = """
            UPDATE leaderboard SET version = version + 1,
                window_definitions = window_definitions || '[{"kind": "CUSTOM", "key": "rolling",
                    "anchorTime": "2025-07-01T00:00:00Z", "interval": "PT7M", "length": "PT16M"}]',
                group_overrides = jsonb_build_array(
                    jsonb_build_object('group', '{"region": "r0"}'::jsonb, 'sortOrder', :order, 'updateMode', :mode),
                    jsonb_build_object('group', '{"region": "r1"}'::jsonb, 'timeZone', 'Asia/Kathmandu'),
                    jsonb_build_object('group', '{"region": "r1", "platform": "p1"}'::jsonb, 'timeZone', 'America/St_Johns',
                                       'sortOrder', :order),
                    jsonb_build_object('group', '{"region": "r0", "platform": "p0"}'::jsonb, 'updateMode', :mode),
                    jsonb_build_object('group', '{"region": "r1", "platform": "p0"}'::jsonb, 'updateMode', 'REPLACE'))
            WHERE key = :board
            """;

    private static final Map<Map<String, String>, String> TIME_ZONES = Map.of(
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

    /** The key of an entry. */
    private record EntryId(long windowId, Group group, long participantId) {}

    /** A submission that was not removed, or a move; and the windows in which it counts. */
    private sealed interface Counted {
        long participantId();

        List<Long> windows();
    }

    private record Sent(ScoreSubmission submission, List<Long> windows) implements Counted {
        @Override
        public long participantId() {
            return submission.participantId();
        }
    }

    /** The move of a participant to the groups of these values. */
    private record Moved(long participantId, Map<String, String> values, List<Long> windows) implements Counted {}

    static Stream<Arguments> boards() {
        return Stream.of(UpdateMode.values()).flatMap(mode -> Stream.of(TieRule.values())
                .flatMap(tie -> Stream.of("ASCENDING", "DESCENDING").flatMap(order -> Stream.of(false, true)
                        .filter(overridden -> Tries.LONG || pairs(mode, tie, order, overridden))
                        .map(overridden -> Arguments.of(mode, tie, order, overridden)))));
    }

    /** Selects half of all combinations, so that each pair of values occurs. */
    private static boolean pairs(UpdateMode mode, TieRule tie, String order, boolean overridden) {
        int chosen = List.of(UpdateMode.values()).indexOf(mode)
                + List.of(TieRule.values()).indexOf(tie)
                + List.of("ASCENDING", "DESCENDING").indexOf(order)
                + List.of(false, true).indexOf(overridden);
        return chosen % 2 == 0;
    }

    @ParameterizedTest
    @MethodSource("boards")
    void derivesEntriesAndPastRanksFromLedger(UpdateMode mode, TieRule tie, String order, boolean overridden) {
        CLOCK.set(START);
        Leaderboard board = create(mode, tie, order, overridden);
        Random random = new Random(board.key().hashCode());
        List<Counted> remaining = new ArrayList<>();
        Map<RankAt, Integer> ranks = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            CLOCK.advance(Duration.ofMinutes(1));
            if (!remaining.isEmpty() && random.nextInt(3) == 0) {
                if (remaining.get(random.nextInt(remaining.size())) instanceof Sent removed) {
                    remaining.remove(removed);
                    scores.remove(
                            APP, new Scores.Removal(removed.submission.id(), null, false), List.of(), CLOCK.instant());
                }
            } else if (!remaining.isEmpty() && random.nextInt(4) == 0) {
                long participant = remaining.getFirst().participantId();
                remaining.add(move(board, participant, values(random), remaining));
            } else {
                submit(board, random, step).forEach(remaining::add);
            }
            assertThat(entries(board, ranks)).isEqualTo(expected(board, remaining));
        }
        assertThat(remaining).isNotEmpty();
        assertThat(PastRankComparison.of(server, APP, ranks.keySet())).isEqualTo(ranks);
    }

    /** Moves a participant in all open windows in which it counts. */
    private static Moved move(
            Leaderboard board, long participant, Map<String, String> values, List<Counted> remaining) {
        List<Long> windows = remaining.stream()
                .filter(counted -> counted.participantId() == participant)
                .flatMap(counted -> counted.windows().stream())
                .distinct()
                .toList();
        ParticipantUpdate update =
                new ParticipantUpdate(null, null, null, null, GroupValues.of(values), true, Set.of());
        server.bean(Participants.class).update(APP, ParticipantRef.of(participant), update, CLOCK.instant());
        List<Long> open = server.bean(Windows.class).byIds(APP, windows).values().stream()
                .filter(window -> window.accepts(board.time(CLOCK.instant())))
                .map(Window::id)
                .toList();
        return new Moved(participant, values, open);
    }

    private static Map<String, String> values(Random random) {
        return Map.of("region", "r" + random.nextInt(2), "platform", "p" + random.nextInt(2));
    }

    private static List<Sent> submit(Leaderboard board, Random random, int step) {
        List<ScoreSubmissionInput> inputs = new ArrayList<>();
        for (int item = random.nextInt(3); item >= 0; item--) {
            inputs.add(new ScoreSubmissionInput(
                    board.key(),
                    new ParticipantInput(
                            new ExternalParticipantId("ACCOUNT", "who-" + random.nextInt(3)), null, null, null, null),
                    random.nextInt(8) == 0 ? null : Integer.toString(random.nextInt(4) - 1),
                    random.nextInt(2),
                    values(random),
                    CLOCK.instant().minus(Duration.ofMinutes(random.nextInt(3) * 5L)),
                    random.nextBoolean() ? new Json("{\"step\": " + step + "}") : null,
                    null));
        }
        return scores.submit(APP, inputs, List.of(), CLOCK.instant()).stream()
                .map(SubmissionResult.ScoreReceipt.class::cast)
                .map(receipt -> new Sent(
                        receipt.submission(),
                        receipt.outcome().changes().stream()
                                .map(EntryChange::windowId)
                                .distinct()
                                .toList()))
                .toList();
    }

    private static Map<EntryId, Entry> expected(Leaderboard board, List<Counted> remaining) {
        Map<List<Long>, List<Counted>> counted = new HashMap<>();
        remaining.forEach(sent -> sent.windows().forEach(window -> counted.computeIfAbsent(
                        List.of(window, sent.participantId()), absent -> new ArrayList<>())
                .add(sent)));
        Map<Long, Window> windows = server.bean(Windows.class)
                .byIds(APP, counted.keySet().stream().map(List::getFirst).toList());
        Map<EntryId, Entry> expected = new HashMap<>();
        counted.forEach((key, all) -> {
            Window window = requireNonNull(windows.get(key.get(0)));
            for (Grouping grouping : board.groupings()) {
                @Nullable Entry current = null;
                for (Counted one : all) {
                    current = after(board, window, grouping, current, one);
                }
                if (current != null) {
                    expected.put(new EntryId(key.get(0), current.group(), key.get(1)), current);
                }
            }
        });
        return expected;
    }

    private static @Nullable Entry after(
            Leaderboard board, Window window, Grouping grouping, @Nullable Entry current, Counted counted) {
        Group named = grouping.group(
                switch (counted) {
                    case Sent sent -> sent.submission.groupValues().values();
                    case Moved moved -> moved.values;
                });
        if (!counts(board, window, named)) {
            return current;
        }
        return switch (counted) {
            case Sent sent -> combined(board, current, named, sent.submission);
            case Moved moved ->
                current == null || board.updateMode(current.group()) != board.updateMode(named)
                        ? current
                        : current.in(named);
        };
    }

    /** Hourly and daily windows are those in the time zone of the group. */
    private static boolean counts(Leaderboard board, Window window, Group group) {
        String timeZone = board.definition().groupOverrides().isEmpty() ? null : TIME_ZONES.get(group.values());
        return window.kind() == WindowKind.ALL_TIME
                || window.kind() == WindowKind.CUSTOM
                || window.timeZone().getId().equals(timeZone == null ? "UTC" : timeZone);
    }

    private static @Nullable Entry combined(
            Leaderboard board, @Nullable Entry current, Group named, ScoreSubmission sent) {
        if (sent.score() == null) {
            return board.updateMode(named) == UpdateMode.REPLACE ? null : current;
        }
        return Entry.combine(board, current, entry(named, sent));
    }

    private static Entry entry(Group group, ScoreSubmission sent) {
        long score = requireNonNull(sent.score());
        return new Entry(group, score, sent.subscore(), sent.achievedAt(), sent.id(), sent.metadata());
    }

    @Introspected
    record RankedRow(EntryRepository.GroupedRow grouped, int rank) {}

    /** @param ranks the current ranks are added to it */
    private static Map<EntryId, Entry> entries(Leaderboard board, Map<RankAt, Integer> ranks) {
        Map<EntryId, Entry> entries = new HashMap<>();
        server.bean(Sql.class).of(ENTRIES).bind("board", board.id()).each(RankedRow.class, row -> {
            EntryRepository.GroupedRow grouped = row.grouped;
            EntryRepository.EntryKey key = grouped.row().key();
            entries.put(
                    new EntryId(grouped.windowId(), grouped.groupValues(), key.participantId()), grouped.entry(board));
            ranks.put(new RankAt(key.rankingId(), key.participantId(), CLOCK.instant()), row.rank);
        });
        return entries;
    }

    /** The best by the other order, or another way to combine. */
    private static UpdateMode otherMode(UpdateMode mode) {
        return switch (mode) {
            case MAX -> UpdateMode.MIN;
            case MIN -> UpdateMode.INCREMENT;
            case INCREMENT -> UpdateMode.MAX;
            case REPLACE -> UpdateMode.MIN;
        };
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
                    .bind("mode", otherMode(mode))
                    .execute();
        }
        return server.bean(Leaderboards.class).byKey(APP, key).orElseThrow();
    }
}
