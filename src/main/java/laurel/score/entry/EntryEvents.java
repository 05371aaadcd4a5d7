package laurel.score.entry;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.event.EventType;
import laurel.event.NewEvent;
import laurel.event.NewEvent.RankChange;
import laurel.leaderboard.EventRule;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.entry.PassedEntries.PassedEntry;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/** The events that the updates of one transaction publish, by the rules of their leaderboards. Used by one thread. */
final class EntryEvents {
    /** By ranking id, in order, those with a rule. */
    private final Map<Long, PublishedRanking> rankings = new TreeMap<>();

    private final Set<EntryKey> keys = new HashSet<>();

    /** A ranking whose changes are published. */
    private record PublishedRanking(Leaderboard board, EventRule rule, RankingKey ranking) {
        NewEvent event(EventType type, long participant, RankChange change, Instant now) {
            return NewEvent.ofEntry(board.appId(), type, board.id(), ranking.windowId(), participant, change, now);
        }

        @Nullable
        Group group() {
            return ranking.group().isEveryone() ? null : ranking.group();
        }

        @Nullable
        Long score(@Nullable RankKey key) {
            SortOrder order = board.sortOrder(ranking.group());
            return key == null ? null : (Long) order.score(key.sortKey());
        }
    }

    /** An event and the order in which it comes in its ranking. */
    private record RankedEvent(NewEvent event, int rank, long participant) {
        static final Comparator<RankedEvent> ORDER =
                Comparator.comparingInt(RankedEvent::rank).thenComparingLong(RankedEvent::participant);
    }

    /** @param ids ids of all rankings of the updates */
    EntryEvents(Collection<EntryUpdate> updates, Map<RankingKey, Long> ids) {
        for (EntryUpdate update : updates) {
            EventRule.of(update.board().definition().eventRules(), update.windowKind())
                    .ifPresent(rule -> add(update, rule, ids));
        }
    }

    private void add(EntryUpdate update, EventRule rule, Map<RankingKey, Long> ids) {
        update.rankings().forEach(ranking -> {
            long id = requireNonNull(ids.get(ranking));
            rankings.putIfAbsent(id, new PublishedRanking(update.board(), rule, ranking));
            keys.add(new EntryKey(id, update.participantId()));
        });
    }

    /** The entries whose ranks before and after are needed. */
    Set<EntryKey> keys() {
        return keys;
    }

    /**
     * The number of first entries that {@link #events} needs of each ranking. Absent are those whose first entries were not
     * passed by any.
     *
     * @param moves the changes of all rankings
     */
    Map<Long, Integer> needed(List<EntryMove> moves, Ranks ranks) {
        Map<Long, Integer> needed = new HashMap<>();
        byRanking(moves).forEach((id, ofRanking) -> {
            EventRule rule = requireNonNull(rankings.get(id)).rule;
            int count = PassedEntries.needed(ofRanking, rule.rankChangedTopCount());
            boolean nearTop = ofRanking.stream().anyMatch(move -> bestRank(move, ranks) <= count);
            if (rule.rankChanged() && rule.rankChangedTopCount() > 0 && nearTop) {
                needed.put(id, count);
            }
        });
        return needed;
    }

    private static int bestRank(EntryMove move, Ranks ranks) {
        EntryKey key = new EntryKey(move.rankingId(), move.participantId());
        return Math.min(orLast(ranks.before().get(key)), orLast(ranks.after().get(key)));
    }

    private static int orLast(@Nullable Integer rank) {
        return rank == null ? Integer.MAX_VALUE : rank;
    }

    /**
     * Returns the events, ranking by ranking, those of each by their rank after the transaction.
     *
     * @param first the first entries of rankings after the transaction, as many as {@link #needed} returns
     */
    List<NewEvent> events(List<EntryMove> moves, Ranks ranks, Map<Long, List<RankKey>> first, Instant now) {
        List<NewEvent> events = new ArrayList<>();
        byRanking(moves).forEach((id, ofRanking) -> {
            PublishedRanking ranking = requireNonNull(rankings.get(id));
            Stream<RankedEvent> own = ofRanking.stream().flatMap(move -> own(ranking, move, ranks, now));
            Stream<RankedEvent> passed =
                    PassedEntries.of(first.getOrDefault(id, List.of()), ofRanking, ranking.rule.rankChangedTopCount())
                            .stream()
                            .map(entry -> passed(ranking, entry, now));
            Stream.concat(own, passed)
                    .sorted(RankedEvent.ORDER)
                    .map(RankedEvent::event)
                    .forEach(events::add);
        });
        return events;
    }

    private Map<Long, List<EntryMove>> byRanking(List<EntryMove> moves) {
        return moves.stream()
                .filter(move -> rankings.containsKey(move.rankingId()))
                .collect(groupingBy(EntryMove::rankingId, TreeMap::new, toList()));
    }

    private static Stream<RankedEvent> own(PublishedRanking ranking, EntryMove move, Ranks ranks, Instant now) {
        EntryKey key = new EntryKey(move.rankingId(), move.participantId());
        Integer before = move.before() == null ? null : ranks.before().get(key);
        Integer after = move.after() == null ? null : ranks.after().get(key);
        RankChange change = new RankChange(
                ranking.group(), before, ranking.score(move.before()), after, ranking.score(move.after()));
        EventType type = before == null ? EventType.ENTRY_ADDED : EventType.RANK_CHANGED;
        boolean published = before == null
                ? after != null && ranking.rule.publishesEntry(after)
                : ranking.rule.rankChanged() && !before.equals(after);
        return published
                ? Stream.of(new RankedEvent(
                        ranking.event(type, move.participantId(), change, now), orLast(after), move.participantId()))
                : Stream.empty();
    }

    private static RankedEvent passed(PublishedRanking ranking, PassedEntry entry, Instant now) {
        long participant = entry.key().participantId();
        Long score = ranking.score(entry.key());
        RankChange change = new RankChange(ranking.group(), entry.previousRank(), score, entry.rank(), score);
        return new RankedEvent(
                ranking.event(EventType.RANK_CHANGED, participant, change, now), entry.rank(), participant);
    }

    /** Ranks before and after; absent if there is no entry, or if the rank is not needed. */
    record Ranks(Map<EntryKey, Integer> before, Map<EntryKey, Integer> after) {}
}
