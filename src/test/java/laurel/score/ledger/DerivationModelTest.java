package laurel.score.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
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
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
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
import laurel.score.ledger.LedgerModel.Counted;
import laurel.score.ledger.LedgerModel.Moved;
import laurel.score.ledger.LedgerModel.SentSubmission;
import laurel.score.ledger.LedgerModel.WindowParticipant;
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
 * Random submissions, with and without scores, removals of submissions and of entries, and restorations: each entry is {@link
 * Entry#combine} over the submissions that count, and past ranks that are derived from the ledger are the ranks of that time.
 */
class DerivationModelTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant START = Instant.parse("2025-07-13T23:20:00Z");
    private static final TickingClock CLOCK = new TickingClock(START);
    private static final int STEPS = Tries.of(14, 60);
    private static final String ENTRIES = """
            SELECT e.*, r.window_id, r.group_values, FALSE AS withheld,
                   rank() OVER (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key) AS rank
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id
            WHERE r.leaderboard_id = :board
            """;
    private static LaurelServer server;
    private static Scores scores;
    private static ModelRemovals removals;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.limits.past-times", 100));
        scores = server.bean(Scores.class);
        removals = new ModelRemovals(server, APP, CLOCK);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The key of an entry. */
    private record EntryId(long windowId, Group group, long participantId) {}

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
        Leaderboard board = ModelLeaderboard.create(server, APP, mode, tie, order, overridden);
        Random random = new Random(board.key().hashCode());
        LedgerModel model = new LedgerModel();
        Map<RankAt, Integer> ranks = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            CLOCK.advance(Duration.ofMinutes(1));
            switch (random.nextInt(10)) {
                case 0, 1 -> removeSubmission(board, model, random);
                case 2, 3 -> removeEntry(board, model, random);
                case 4 -> restoreEntry(board, model, random);
                case 5 -> move(board, model, random);
                default -> model.remaining().addAll(submit(board, model, random, step));
            }
            assertThat(entries(board, ranks)).isEqualTo(expected(board, model));
        }
        assertThat(model.remaining()).isNotEmpty();
        assertThat(PastRankComparison.of(server, APP, ranks.keySet())).isEqualTo(ranks);
    }

    private static void removeSubmission(Leaderboard board, LedgerModel model, Random random) {
        if (!model.remaining().isEmpty()
                && model.remaining().get(random.nextInt(model.remaining().size())) instanceof SentSubmission removed) {
            Set<WindowParticipant> before = entries(board, model);
            model.remaining().remove(removed);
            scores.remove(APP, new Scores.Removal(removed.submission().id(), null, false), List.of(), CLOCK.instant());
            before.removeAll(entries(board, model));
            // Moves of entries that are gone have no effect on later ones.
            model.remaining()
                    .removeIf(counted -> counted instanceof Moved moved
                            && before.contains(new WindowParticipant(moved.windowId(), moved.participantId())));
        }
    }

    private static Set<WindowParticipant> entries(Leaderboard board, LedgerModel model) {
        return expected(board, model).keySet().stream()
                .map(entry -> new WindowParticipant(entry.windowId, entry.participantId))
                .collect(Collectors.toSet());
    }

    /** Moves a participant in all open windows in which it has an entry. */
    private static void move(Leaderboard board, LedgerModel model, Random random) {
        Long participant = model.anyParticipant(random);
        if (participant == null) {
            return;
        }
        Map<String, String> values = values(random);
        ParticipantUpdate update =
                new ParticipantUpdate(null, null, null, null, GroupValues.of(values), true, Set.of());
        server.bean(Participants.class).update(APP, ParticipantRef.of(participant), update, CLOCK.instant());
        Map<Long, Window> windows = windows(model.windows());
        entries(board, model).stream()
                .filter(in -> in.participantId() == participant)
                .map(WindowParticipant::windowId)
                .filter(id -> requireNonNull(windows.get(id)).accepts(board.time(CLOCK.instant())))
                .forEach(id -> model.remaining().add(new Moved(model.nextNumber(), participant, values, id)));
    }

    private static Map<String, String> values(Random random) {
        return Map.of("region", "r" + random.nextInt(2), "platform", "p" + random.nextInt(2));
    }

    /** Removes a participant from all open windows, or from some that may be closed. */
    private static void removeEntry(Leaderboard board, LedgerModel model, Random random) {
        Long participant = model.anyParticipant(random);
        if (participant == null) {
            return;
        }
        List<Long> chosen = random.nextBoolean() ? null : model.anyWindows(random);
        Map<Long, Window> windows = windows(chosen == null ? model.windows() : chosen);
        List<Long> affected = expected(board, model).keySet().stream()
                .filter(entry -> entry.participantId == participant)
                .map(EntryId::windowId)
                .filter(windows::containsKey)
                .filter(id -> chosen != null || requireNonNull(windows.get(id)).accepts(CLOCK.instant()))
                .distinct()
                .toList();
        removals.remove(board, participant, chosen, !affected.isEmpty());
        if (!affected.isEmpty()) {
            affected.forEach(window -> model.removed()
                    .put(
                            new WindowParticipant(window, participant),
                            model.numbers().get()));
        }
    }

    private static void restoreEntry(Leaderboard board, LedgerModel model, Random random) {
        Long participant = model.anyParticipant(random);
        if (participant == null) {
            return;
        }
        List<Long> chosen = random.nextBoolean() ? null : model.anyWindows(random);
        boolean any = model.removed()
                .keySet()
                .removeIf(key ->
                        key.participantId() == participant && (chosen == null || chosen.contains(key.windowId())));
        removals.restore(board, participant, chosen, any);
    }

    private static Map<Long, Window> windows(Collection<Long> ids) {
        return server.bean(Windows.class).byIds(APP, ids);
    }

    private static List<SentSubmission> submit(Leaderboard board, LedgerModel model, Random random, int step) {
        List<ScoreSubmissionInput> inputs = new ArrayList<>();
        for (int item = random.nextInt(3); item >= 0; item--) {
            inputs.add(new ScoreSubmissionInput(
                    board.key(),
                    new ParticipantInput(
                            new ExternalParticipantId("ACCOUNT", "who-" + random.nextInt(3)), null, null, null, null),
                    random.nextInt(5) == 0 ? null : Integer.toString(random.nextInt(4) - 1),
                    random.nextInt(2),
                    values(random),
                    CLOCK.instant().minus(Duration.ofMinutes(random.nextInt(3) * 5L)),
                    random.nextBoolean() ? new Json("{\"step\": " + step + "}") : null,
                    null));
        }
        return scores.submit(APP, inputs, List.of(), CLOCK.instant()).stream()
                .map(SubmissionResult.ScoreReceipt.class::cast)
                .map(receipt -> new SentSubmission(
                        model.nextNumber(),
                        receipt.submission(),
                        receipt.outcome().changes().stream()
                                .map(EntryChange::windowId)
                                .distinct()
                                .toList()))
                .toList();
    }

    private static Map<EntryId, Entry> expected(Leaderboard board, LedgerModel model) {
        Map<WindowParticipant, List<Counted>> counted = new HashMap<>();
        for (Counted one : model.remaining()) {
            one.windows().stream()
                    .map(window -> new WindowParticipant(window, one.participantId()))
                    .filter(in -> model.counts(one, in))
                    .forEach(in -> counted.computeIfAbsent(in, absent -> new ArrayList<>())
                            .add(one));
        }
        Map<Long, Window> windows = windows(
                counted.keySet().stream().map(WindowParticipant::windowId).toList());
        Map<EntryId, Entry> expected = new HashMap<>();
        counted.forEach((in, all) -> {
            Window window = requireNonNull(windows.get(in.windowId()));
            for (Grouping grouping : board.groupings()) {
                @Nullable Entry current = null;
                for (Counted one : all) {
                    current = after(board, window, grouping, current, one);
                }
                if (current != null) {
                    expected.put(new EntryId(in.windowId(), current.group(), in.participantId()), current);
                }
            }
        });
        return expected;
    }

    private static @Nullable Entry after(
            Leaderboard board, Window window, Grouping grouping, @Nullable Entry current, Counted counted) {
        Group named = grouping.group(
                switch (counted) {
                    case SentSubmission sent -> sent.submission().groupValues().values();
                    case Moved moved -> moved.values();
                });
        if (!ModelLeaderboard.counts(board, window, named)) {
            return current;
        }
        return switch (counted) {
            case SentSubmission sent -> combined(board, current, named, sent.submission());
            case Moved moved ->
                current == null || board.updateMode(current.group()) != board.updateMode(named)
                        ? current
                        : current.in(named);
        };
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
}
