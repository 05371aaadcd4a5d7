package laurel.score.submission;

import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.group.GroupValues;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.WindowDefinition;
import laurel.participant.EntryMover;
import laurel.participant.Participant;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.GroupedRow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.GroupMove;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;

/**
 * Moves a participant's entries to the rankings of its new groups, in one transaction with a fixed number of statements. Each
 * window in which an entry moves gets a row in the ledger, so that deriving the entry gives the same group.
 */
@Singleton
class GroupMoves implements EntryMover {
    private static final int MAX_LEADERBOARDS = 1_000;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final EntryRepository entries;
    private final EntryWriter writer;
    private final Ledger ledger;
    /** Provided lazily, because it finds participants. */
    private final Provider<PendingSubmissions> pending;

    GroupMoves(
            Sql sql,
            Leaderboards leaderboards,
            Windows windows,
            EntryRepository entries,
            EntryWriter writer,
            Ledger ledger,
            Provider<PendingSubmissions> pending) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.entries = entries;
        this.writer = writer;
        this.ledger = ledger;
        this.pending = pending;
    }

    /**
     * A window in which entries of the participant move.
     *
     * @param updates empty if all entries are in the new groups already. Then they stay there, even if the submission that named
     *                the groups is removed.
     */
    private record MovedWindow(
            Leaderboard board, Window window, Instant boardTime, GroupValues values, List<EntryUpdate> updates) {
        /** The rankings of the entries before and after, and of new groups whose update mode keeps entries where they are. */
        Stream<RankingKey> rankings() {
            Stream<RankingKey> named = board.groupings().stream()
                    .filter(grouping -> values.values().keySet().containsAll(grouping.attributes()))
                    .map(grouping -> grouping.group(values.values()))
                    .filter(group -> isIn(board, window, group))
                    .map(group -> new RankingKey(window.id(), group));
            return Stream.concat(named, updates.stream().flatMap(EntryUpdate::rankings));
        }
    }

    @Override
    public void prepare(int app, long participant, Instant now) {
        pending.get().catchUp(app, participant, now);
    }

    @Override
    public Participant move(int app, Set<String> attributes, Supplier<Participant> update, Instant now) {
        ledger.open(List.of(now));
        return sql.inTransaction(() -> {
            pending.get().lock(app);
            // The leaderboards before the participant, as submissions do.
            Map<Integer, Leaderboard> boards = lockGroupedBy(app, attributes);
            Participant participant = update.get();
            // In the former group, as what was submitted of the same day.
            pending.get().submit(app, boards.keySet(), participant.id(), now);
            List<MovedWindow> moved = moved(app, boards, participant, now);
            if (!moved.isEmpty()) {
                write(app, participant, moved, now);
            }
            return participant;
        });
    }

    /**
     * Locks the leaderboards that accept submissions and group by one of these attributes, and returns them by ID. Those without
     * an entry, too: a submission that is being stored may add one in the former group.
     */
    private Map<Integer, Leaderboard> lockGroupedBy(int app, Set<String> attributes) {
        List<Integer> ids = leaderboards.groupedBy(app, attributes, MAX_LEADERBOARDS + 1);
        if (ids.size() > MAX_LEADERBOARDS) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX_LEADERBOARDS,
                    "More than " + MAX_LEADERBOARDS + " leaderboards of the app group by "
                            + String.join(", ", attributes) + ".",
                    "moveEntries");
        }
        Map<Integer, Leaderboard> boards = leaderboards.lock(app, ids);
        boards.values().removeIf(board -> board.archivedAt() != null);
        return boards;
    }

    private List<MovedWindow> moved(int app, Map<Integer, Leaderboard> boards, Participant participant, Instant now) {
        List<String> tables = boards.isEmpty() ? List.of() : windows.openEntryTables(boards.keySet());
        Map<Long, List<GroupedRow>> rows = entries.open(tables, boards.keySet(), participant.id());
        Map<Long, Window> found = rows.isEmpty() ? Map.of() : windows.byIds(app, rows.keySet());
        List<MovedWindow> moved = new ArrayList<>();
        rows.forEach((id, ofWindow) -> {
            Window window = found.get(id);
            Leaderboard board = window == null ? null : boards.get(window.leaderboardId());
            // Windows of removed definitions accept nothing: their entries stay, also when they are derived again.
            if (window != null
                    && board != null
                    && board.windowDefinition(window.definition()).isPresent()
                    && window.accepts(board.time(now))) {
                moved.add(moved(board, window, ofWindow, participant, board.time(now)));
            }
        });
        return moved;
    }

    private static MovedWindow moved(
            Leaderboard board, Window window, List<GroupedRow> rows, Participant participant, Instant boardTime) {
        GroupValues values = values(board, rows, participant.groupValues());
        List<EntryUpdate> updates = new ArrayList<>();
        for (GroupedRow row : rows) {
            board.grouping(row.groupValues().attributes())
                    .filter(grouping -> values.values().keySet().containsAll(grouping.attributes()))
                    .map(grouping -> grouping.group(values.values()))
                    .filter(group -> !group.equals(row.groupValues()) && isIn(board, window, group))
                    .filter(group -> board.updateMode(group) == board.updateMode(row.groupValues()))
                    .ifPresent(group -> {
                        Entry before = row.entry(board);
                        updates.add(new EntryUpdate(
                                board,
                                window.id(),
                                window.kind(),
                                participant.id(),
                                before,
                                before.in(group),
                                row.withheld()));
                    });
        }
        return new MovedWindow(board, window, boardTime, values, updates);
    }

    /**
     * Returns the values of the entries of a window after the move. If entries follow different time zones, they may disagree
     * about an attribute: without a new value it has none, and entries in groups of it stay.
     */
    private static GroupValues values(Leaderboard board, List<GroupedRow> rows, GroupValues own) {
        SortedMap<String, String> values = GroupValues.inOrder(Map.of());
        Set<String> ambiguous = new TreeSet<>();
        rows.forEach(row -> row.groupValues().values().forEach((attribute, value) -> {
            String other = values.put(attribute, value);
            if (other != null && !other.equals(value)) {
                ambiguous.add(attribute);
            }
        }));
        values.keySet().removeAll(ambiguous);
        return own.only(Grouping.attributes(board.groupings())).orElse(GroupValues.of(values));
    }

    /** Whether the window is one of those in which the group is ranked: it may have another time zone. */
    private static boolean isIn(Leaderboard board, Window window, Group group) {
        return board.windowDefinition(window.definition())
                .map(WindowDefinition::followsTimeZone)
                .map(follows -> !follows || board.timeZone(group).equals(window.timeZone()))
                .orElse(false);
    }

    private void write(int app, Participant participant, List<MovedWindow> moved, Instant now) {
        Iterator<Long> ids = ledger.nextIds(
                        moved.stream().map(one -> Ledger.month(now)).toList())
                .iterator();
        ledger.insertMoves(
                app,
                moved.stream()
                        .map(one -> row(one, ids.next(), participant, now))
                        .toList(),
                now);
        List<EntryUpdate> updates =
                moved.stream().flatMap(one -> one.updates.stream()).toList();
        Map<RankingKey, Long> rankings =
                windows.rankings(moved.stream().flatMap(MovedWindow::rankings).collect(Collectors.toSet()), now);
        if (!updates.isEmpty()) {
            writer.write(updates, List.of(), rankings, now);
        }
    }

    private static GroupMove row(MovedWindow moved, long id, Participant participant, Instant now) {
        Window window = moved.window;
        return new GroupMove(
                id,
                moved.board.id(),
                participant.id(),
                within(window, now),
                moved.boardTime,
                Group.of(moved.values.values()),
                window.id());
    }

    /** Returns the instant of the window that is closest to now. */
    private static Instant within(Window window, Instant now) {
        Instant instant = now.truncatedTo(ChronoUnit.MICROS);
        if (window.startsAt() != null && instant.isBefore(window.startsAt())) {
            return window.startsAt();
        }
        return window.endsAt() == null || instant.isBefore(window.endsAt())
                ? instant
                : window.endsAt().minus(1, ChronoUnit.MICROS);
    }
}
