package laurel.score.entry;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import laurel.change.Outbox;
import laurel.event.Events;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.rankindex.RankKey;
import laurel.score.entry.EntryEvents.Ranks;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.score.entry.EntryWriteRepository.EntryRows;
import laurel.window.RankingKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Writes entries, the rank index, the outbox and events in one transaction, and reads ranks before and after. */
@Singleton
public class EntryWriter {
    private final EntryRepository entries;
    private final EntryWriteRepository repository;
    private final RankIndexes indexes;
    private final Windows windows;
    private final Outbox outbox;
    private final Events events;

    EntryWriter(
            EntryRepository entries,
            EntryWriteRepository repository,
            RankIndexes indexes,
            Windows windows,
            Outbox outbox,
            Events events) {
        this.entries = entries;
        this.repository = repository;
        this.indexes = indexes;
        this.windows = windows;
        this.outbox = outbox;
        this.events = events;
    }

    /**
     * Writes these updates, at most one per entry. The caller's transaction holds the locks of their leaderboards. Entries of
     * banned and hidden participants are stored without being ranked.
     *
     * @param reported the changes to return; afterwards every group in them has a ranking. Those of withheld entries are not
     *                 ranked
     * @param known    ids of rankings that the caller has already read
     * @param now      by the service's clock
     * @return the changes with their ranks, in the same order
     */
    public List<EntryChange> write(
            Collection<EntryUpdate> updates, List<ReportedChange> reported, Map<RankingKey, Long> known, Instant now) {
        return write(
                updates,
                reported,
                Set.of(),
                known,
                updates.isEmpty()
                        ? Map.of()
                        : repository.idKeys(updates.stream()
                                .map(EntryUpdate::participantId)
                                .distinct()
                                .toList()),
                now);
    }

    /**
     * Does the same for participants that the caller has already read.
     *
     * @param named  rankings that exist afterwards, too
     * @param idKeys of the participants ({@link RankKey#idKey})
     */
    public List<EntryChange> write(
            Collection<EntryUpdate> updates,
            List<ReportedChange> reported,
            Set<RankingKey> named,
            Map<RankingKey, Long> known,
            Map<Long, String> idKeys,
            Instant now) {
        Map<RankingKey, Long> rankings = rankings(updates, reported, named, known, now);
        List<EntryUpdate> counted =
                updates.stream().filter(update -> !update.withheld).toList();
        List<EntryUpdate> withheld =
                updates.stream().filter(EntryUpdate::withheld).toList();
        EntryEvents published = new EntryEvents(counted, rankings);
        Set<EntryKey> ranked = new HashSet<>(published.keys());
        reported.stream().filter(ReportedChange::ranked).forEach(one -> one.rankings()
                .forEach(ranking -> ranked.add(key(rankings, ranking, one.participantId()))));
        Supplier<Map<EntryKey, Integer>> before = entries.ranksLater(ranked);
        RankedUpdates written = RankedUpdates.of(counted, rankings, idKeys);
        repository.write(
                List.of(
                        new EntryRows(written.stored(), written.removed(), false),
                        RankedUpdates.of(withheld, rankings, idKeys).withheld()),
                idKeys);
        List<EntryMove> moves = written.moves();
        indexes.update(moves);
        outbox.append(written.byBoard(), now);
        Ranks ranks = new Ranks(before.get(), entries.ranks(ranked));
        events.publish(published.events(moves, ranks, indexes.first(published.needed(moves, ranks)), now));
        return reported.stream()
                .map(one -> one.ranked() ? withRanks(one, rankings, ranks) : one.change())
                .toList();
    }

    private Map<RankingKey, Long> rankings(
            Collection<EntryUpdate> updates,
            List<ReportedChange> reported,
            Set<RankingKey> named,
            Map<RankingKey, Long> known,
            Instant now) {
        Set<RankingKey> others = new HashSet<>(named);
        for (EntryUpdate update : updates) {
            update.rankings().forEach(others::add);
        }
        reported.forEach(one -> one.rankings().forEach(others::add));
        Map<RankingKey, Long> rankings = new HashMap<>(known);
        others.removeAll(known.keySet());
        if (!others.isEmpty()) {
            rankings.putAll(windows.rankings(others, now));
        }
        return rankings;
    }

    private static EntryChange withRanks(ReportedChange one, Map<RankingKey, Long> rankings, Ranks ranks) {
        RankingKey previous = one.previousRanking();
        return one.change()
                .ranked(
                        previous == null ? null : rank(ranks.before(), rankings, previous, one),
                        rank(ranks.after(), rankings, one.ranking(one.change().group()), one));
    }

    private static @Nullable Integer rank(
            Map<EntryKey, Integer> ranks, Map<RankingKey, Long> rankings, RankingKey ranking, ReportedChange one) {
        return ranks.get(key(rankings, ranking, one.participantId()));
    }

    private static EntryKey key(Map<RankingKey, Long> rankings, RankingKey ranking, long participant) {
        return new EntryKey(requireNonNull(rankings.get(ranking)), participant);
    }

    /**
     * A change that is returned to the client.
     *
     * @param ranked whether the client requested ranks
     */
    public record ReportedChange(long participantId, EntryChange change, boolean ranked) {
        /** The rankings before and after the change. */
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
     * An update of the entry of one participant in one grouping of one window.
     *
     * @param before   null if there is no entry yet
     * @param after    null to remove the entry
     * @param withheld whether it is an entry that is not ranked, because the participant is banned or hidden
     */
    public record EntryUpdate(
            Leaderboard board,
            long windowId,
            WindowKind windowKind,
            long participantId,
            @Nullable Entry before,
            @Nullable Entry after,
            boolean withheld) {

        /** Whether the entry changes. */
        public boolean changes() {
            return !Objects.equals(before, after);
        }

        /** The rankings of the entry before and after. */
        public Stream<RankingKey> rankings() {
            return Stream.of(before, after)
                    .filter(Objects::nonNull)
                    .map(entry -> new RankingKey(windowId, entry.group()));
        }
    }
}
