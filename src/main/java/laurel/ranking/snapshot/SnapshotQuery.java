package laurel.ranking.snapshot;

import java.util.List;
import laurel.participant.ParticipantRef;
import laurel.ranking.KeyRange;
import laurel.ranking.RankingOrder;
import laurel.ranking.StandingFilter;
import laurel.ranking.StandingQuery.Neighbours;
import laurel.request.Connection;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/** A query for standings of a final or past ranking. One statement runs all queries of a request. */
public sealed interface SnapshotQuery {
    SnapshotRanking ranking();

    /** One participant of a query for several. */
    record Member(SnapshotRanking ranking, ParticipantRef participant) {}

    /** The parameters of the query: one per participant. */
    default List<?> parts() {
        return switch (this) {
            case AroundQuery query -> query.participant().possible() ? List.of(query) : List.of();
            case ParticipantsQuery query ->
                query.participants().stream()
                        .filter(ParticipantRef::possible)
                        .distinct()
                        .map(participant -> new Member(query.ranking(), participant))
                        .toList();
            default -> List.of(this);
        };
    }

    /** Whether its result is a number instead of standings. */
    default boolean isCount() {
        return this instanceof EntriesInRange || this instanceof BetterEntries;
    }

    /** Maximum number of standings found. */
    default int size() {
        return 1;
    }

    /** The standings of a page, one more if there is a next page, and the standing before it, marked. */
    record PageQuery(SnapshotRanking ranking, SnapshotPage page) implements SnapshotQuery {
        @Override
        public int size() {
            return page.size() + 2;
        }

        KeyRange keyRange() {
            return page.filter().keyRange(ranking.ranking());
        }
    }

    /** A participant's standing and its neighbours. Empty if it has no standing. */
    record AroundQuery(SnapshotRanking ranking, ParticipantRef participant, Neighbours neighbours)
            implements SnapshotQuery {
        @Override
        public int size() {
            return neighbours.above() + 1 + neighbours.below();
        }
    }

    /** The standings of the given participants. */
    record ParticipantsQuery(SnapshotRanking ranking, List<ParticipantRef> participants) implements SnapshotQuery {
        @Override
        public int size() {
            return participants.size();
        }
    }

    /** A participant's standing, by its internal id. */
    record ParticipantQuery(SnapshotRanking ranking, long participant) implements SnapshotQuery {}

    /** The last standing with at least this percentile. */
    record PercentileQuery(SnapshotRanking ranking, double percentile) implements SnapshotQuery {}

    /** Number of standings that match a filter. */
    record EntriesInRange(SnapshotRanking ranking, StandingFilter filter) implements SnapshotQuery {
        KeyRange keyRange() {
            return filter.keyRange(ranking.ranking());
        }
    }

    /** Number of standings with a better score. */
    record BetterEntries(SnapshotRanking ranking, long sortKey, long subscoreKey) implements SnapshotQuery {}

    /**
     * A page of a final or past ranking.
     *
     * @param size      maximum number of standings
     * @param backwards whether the page ends at the cursor instead of starting there
     * @param cursor    position that the page starts after or ends before; null for the end of the list
     * @param start     position of the first standing, or of the next one that matches the filter; null for any
     */
    record SnapshotPage(
            RankingOrder order,
            StandingFilter filter,
            int size,
            boolean backwards,
            @Nullable Integer cursor,
            @Nullable Integer start) {
        /** Whether positions ascend while reading. */
        boolean downwards() {
            return (order == RankingOrder.BEST_FIRST) != backwards;
        }

        /** The first possible position. Null for any. */
        @Nullable
        Integer from() {
            return cursor == null ? start : Integer.valueOf(downwards() ? cursor + 1 : cursor - 1);
        }

        /** The page of the standing at a position. */
        public static SnapshotPage at(int position) {
            return new SnapshotPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, 1, false, null, position);
        }

        /** Consecutive standings of the unfiltered ranking as a page. */
        public static Connection<SnapshotStanding> around(SnapshotRanking ranking, List<SnapshotStanding> found) {
            return page(
                    ranking,
                    StandingFilter.ALL,
                    found,
                    !found.isEmpty() && found.getFirst().row().position() > 1,
                    !found.isEmpty()
                            && found.getLast().row().position()
                                    < found.getLast().row().total());
        }

        public static String list(SnapshotRanking ranking, StandingFilter filter) {
            return ranking.list() + filter.name();
        }

        /**
         * The page as a connection.
         *
         * @param found in order of position
         */
        public Connection<SnapshotStanding> connection(SnapshotRanking ranking, List<SnapshotStanding> found) {
            List<SnapshotStanding> onPage =
                    found.stream().filter(one -> !one.row().marked()).toList();
            List<SnapshotStanding> inReadingOrder = downwards() ? onPage : onPage.reversed();
            boolean more = inReadingOrder.size() > size;
            List<SnapshotStanding> page = more ? inReadingOrder.subList(0, size) : inReadingOrder;
            boolean before = cursor != null || found.size() > onPage.size();
            return page(
                    ranking,
                    filter,
                    backwards ? page.reversed() : page,
                    backwards ? more : before,
                    backwards ? before : more);
        }

        /** Consecutive standings as a page. */
        private static Connection<SnapshotStanding> page(
                SnapshotRanking ranking,
                StandingFilter filter,
                List<SnapshotStanding> page,
                boolean before,
                boolean after) {
            String list = list(ranking, filter);
            return Connection.of(page, before, after, one -> new Cursor(
                            list, List.of(Integer.toString(one.row().position())))
                    .text());
        }
    }
}
