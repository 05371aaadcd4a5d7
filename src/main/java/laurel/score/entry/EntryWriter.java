package laurel.score.entry;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.change.Outbox;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.window.RankingKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Makes moved entries stand where they shall, and says which rank each had before and has afterwards. */
@Singleton
public class EntryWriter {
    private final EntryRepository entries;
    private final RankIndexes indexes;
    private final Windows windows;
    private final Outbox outbox;

    EntryWriter(EntryRepository entries, RankIndexes indexes, Windows windows, Outbox outbox) {
        this.entries = entries;
        this.indexes = indexes;
        this.windows = windows;
        this.outbox = outbox;
    }

    /** Ranks before and after; absent where there is no entry, or ranks are not asked for. */
    private record Ranks(Map<EntryKey, Integer> before, Map<EntryKey, Integer> after) {}

    /**
     * Writes the moves, each place once, within the caller's transaction, which holds the lock of their boards.
     *
     * @param affected the changes to tell of; every group that they name has a ranking afterwards
     * @param known    ids of rankings that the caller has found already
     * @param now      by the service's clock
     * @return the changes in the same order
     */
    public List<EntryChange> write(
            Collection<Move> moves, List<Affected> affected, Map<RankingKey, Long> known, Instant now) {
        Map<RankingKey, Long> rankings = rankings(moves, affected, known);
        Set<EntryKey> keys = affected.stream()
                .filter(Affected::ranked)
                .flatMap(one -> one.rankings().map(ranking -> key(rankings, ranking, one.participantId())))
                .collect(Collectors.toSet());
        Map<EntryKey, Integer> before = entries.ranks(keys);
        List<EntryRow> standing = rows(moves, Move::after, rankings);
        entries.write(standing, gone(moves, rankings));
        List<EntryMove> shifts = shifts(rows(moves, Move::before, rankings), standing);
        indexes.follow(shifts);
        outbox.note(byBoard(moves, rankings, shifts), now);
        Ranks ranks = new Ranks(before, entries.ranks(keys));
        return affected.stream()
                .map(one -> one.ranked() ? ranked(one, rankings, ranks) : one.change())
                .toList();
    }

    private Map<RankingKey, Long> rankings(
            Collection<Move> moves, List<Affected> affected, Map<RankingKey, Long> known) {
        Map<RankingKey, Long> rankings = new HashMap<>(known);
        Set<RankingKey> others = Stream.concat(
                        moves.stream().flatMap(Move::rankings),
                        affected.stream().flatMap(Affected::rankings))
                .filter(key -> !known.containsKey(key))
                .collect(Collectors.toSet());
        if (!others.isEmpty()) {
            rankings.putAll(windows.rankings(others));
        }
        return rankings;
    }

    /** The entries as they were, or shall be. */
    private static List<EntryRow> rows(
            Collection<Move> moves, Function<Move, @Nullable GroupEntry> side, Map<RankingKey, Long> rankings) {
        List<EntryRow> rows = new ArrayList<>();
        for (Move move : moves) {
            GroupEntry placed = side.apply(move);
            if (placed != null) {
                EntryKey key = key(rankings, new RankingKey(move.windowId(), placed.group()), move.participantId());
                SortOrder order = move.board().sortOrder(placed.group());
                rows.add(EntryRow.of(move.board(), order, key, placed.entry()));
            }
        }
        return rows;
    }

    private static List<EntryMove> shifts(List<EntryRow> before, List<EntryRow> after) {
        Map<EntryKey, EntryRow> left = new HashMap<>();
        before.forEach(row -> left.put(row.key(), row));
        List<EntryMove> shifts = new ArrayList<>();
        for (EntryRow row : after) {
            EntryRow was = left.remove(row.key());
            shifts.add(new EntryMove(row.rankingId(), was == null ? null : was.place(), row.place()));
        }
        left.values().forEach(row -> shifts.add(new EntryMove(row.rankingId(), row.place(), null)));
        return shifts;
    }

    private static Map<Integer, List<EntryMove>> byBoard(
            Collection<Move> moves, Map<RankingKey, Long> rankings, List<EntryMove> shifts) {
        Map<Long, Integer> boards = new HashMap<>();
        moves.forEach(move -> move.rankings()
                .forEach(ranking -> boards.put(
                        requireNonNull(rankings.get(ranking)), move.board().id())));
        return shifts.stream().collect(Collectors.groupingBy(shift -> requireNonNull(boards.get(shift.rankingId()))));
    }

    /** The entries that a move leaves behind. */
    private static List<EntryKey> gone(Collection<Move> moves, Map<RankingKey, Long> rankings) {
        List<EntryKey> gone = new ArrayList<>();
        for (Move move : moves) {
            GroupEntry before = move.before();
            GroupEntry after = move.after();
            if (before != null && (after == null || !after.group().equals(before.group()))) {
                gone.add(key(rankings, new RankingKey(move.windowId(), before.group()), move.participantId()));
            }
        }
        return gone;
    }

    private static EntryChange ranked(Affected one, Map<RankingKey, Long> rankings, Ranks ranks) {
        RankingKey previous = one.previousRanking();
        return one.change()
                .ranked(
                        previous == null ? null : rank(ranks.before, rankings, previous, one),
                        rank(ranks.after, rankings, one.ranking(one.change().group()), one));
    }

    private static @Nullable Integer rank(
            Map<EntryKey, Integer> ranks, Map<RankingKey, Long> rankings, RankingKey ranking, Affected one) {
        return ranks.get(key(rankings, ranking, one.participantId()));
    }

    private static EntryKey key(Map<RankingKey, Long> rankings, RankingKey ranking, long participant) {
        return new EntryKey(requireNonNull(rankings.get(ranking)), participant);
    }

    /**
     * A change, and whose entry it is.
     *
     * @param ranked whether it shall tell ranks
     */
    public record Affected(long participantId, EntryChange change, boolean ranked) {
        /** The rankings that it tells of. */
        Stream<RankingKey> rankings() {
            return Stream.of(change.previousGroup(), change.group())
                    .filter(Objects::nonNull)
                    .map(this::ranking);
        }

        RankingKey ranking(Group group) {
            return new RankingKey(change.windowId(), group);
        }

        @Nullable
        RankingKey previousRanking() {
            Group previous = change.previousGroup();
            return previous == null ? null : ranking(previous);
        }
    }

    /**
     * How the entry of one participant in one grouping of one window changes.
     *
     * @param before what stood; null where nothing did
     * @param after  what shall stand; null where nothing shall
     */
    public record Move(
            Leaderboard board,
            long windowId,
            long participantId,
            @Nullable GroupEntry before,
            @Nullable GroupEntry after) {

        /** Whether it changes anything. */
        public boolean changes() {
            return !Objects.equals(before, after);
        }

        /** The rankings that it leaves, stays in or enters. */
        public Stream<RankingKey> rankings() {
            return Stream.of(before, after)
                    .filter(Objects::nonNull)
                    .map(placed -> new RankingKey(windowId, placed.group()));
        }
    }
}
