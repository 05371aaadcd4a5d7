package laurel.ranking.snapshot;

import java.util.List;
import laurel.participant.ParticipantRef;
import laurel.ranking.KeyRange;
import laurel.ranking.Question.Neighbours;
import laurel.ranking.RankingOrder;
import laurel.ranking.StandingFilter;
import laurel.request.Connection;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/** A question to a ranking that does not change any more. All that a request asks are answered by one statement. */
public sealed interface SnapshotQuestion {
    SnapshotRanking ranking();

    /** One of several that are asked for together. */
    record Member(SnapshotRanking ranking, ParticipantRef who) {}

    /** What asks for it: as many parts as it has participants. */
    default List<?> parts() {
        return switch (this) {
            case Around around -> around.who().possible() ? List.of(around) : List.of();
            case Among among ->
                among.who().stream()
                        .filter(ParticipantRef::possible)
                        .distinct()
                        .map(who -> new Member(among.ranking(), who))
                        .toList();
            default -> List.of(this);
        };
    }

    /** Whether its answer is a number, and no standings. */
    default boolean isNumber() {
        return this instanceof OfFilter || this instanceof OfBetter;
    }

    /** How many standings it finds at most. */
    public default int size() {
        return 1;
    }

    /** Who is on this page, with one more if there is more, and the one before it, marked. */
    record OfPage(SnapshotRanking ranking, FixedPage page) implements SnapshotQuestion {
        @Override
        public int size() {
            return page.size() + 2;
        }

        KeyRange stretch() {
            return page.filter().stretch(ranking.ranking());
        }
    }

    /** A participant and its neighbours; none if it has no standing. */
    record Around(SnapshotRanking ranking, ParticipantRef who, Neighbours wanted) implements SnapshotQuestion {
        @Override
        public int size() {
            return wanted.above() + 1 + wanted.below();
        }
    }

    /** Those of these participants that have a standing. */
    record Among(SnapshotRanking ranking, List<ParticipantRef> who) implements SnapshotQuestion {
        @Override
        public int size() {
            return who.size();
        }
    }

    /** A participant that is known by its id. */
    record Of(SnapshotRanking ranking, long participant) implements SnapshotQuestion {}

    /** The last of those whose percentile is not less. */
    record AtPercentile(SnapshotRanking ranking, double percentile) implements SnapshotQuestion {}

    /** How many standings match this filter. */
    record OfFilter(SnapshotRanking ranking, StandingFilter filter) implements SnapshotQuestion {
        KeyRange stretch() {
            return filter.stretch(ranking.ranking());
        }
    }

    /** How many have a better score than this. */
    record OfBetter(SnapshotRanking ranking, long sortKey, long subscoreKey) implements SnapshotQuestion {}

    /**
     * Which page of the list.
     *
     * @param size      how many
     * @param backwards whether the page is read from its end
     * @param cursor    position that the page starts after, or, backwards, ends before; null is the list's own end
     * @param start     position of the first, or of the next that the filter admits; null is any, as it is with a cursor
     */
    record FixedPage(
            RankingOrder order,
            StandingFilter filter,
            int size,
            boolean backwards,
            @Nullable Integer cursor,
            @Nullable Integer start) {
        /** Whether positions grow on the way. */
        boolean downwards() {
            return (order == RankingOrder.BEST_FIRST) != backwards;
        }

        /** The first position that may be on it; null is any. */
        @Nullable
        Integer from() {
            return cursor == null ? start : Integer.valueOf(downwards() ? cursor + 1 : cursor - 1);
        }

        /** Who stands at this position. */
        public static FixedPage at(int position) {
            return new FixedPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, 1, false, null, position);
        }

        /** Consecutive standings of the whole ranking, as a page. */
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

        /** @param found in order of position */
        public Connection<SnapshotStanding> connection(SnapshotRanking ranking, List<SnapshotStanding> found) {
            List<SnapshotStanding> onPage =
                    found.stream().filter(one -> !one.row().marked()).toList();
            List<SnapshotStanding> met = downwards() ? onPage : onPage.reversed();
            boolean more = met.size() > size;
            List<SnapshotStanding> page = more ? met.subList(0, size) : met;
            boolean before = cursor != null || found.size() > onPage.size();
            return page(
                    ranking,
                    filter,
                    backwards ? page.reversed() : page,
                    backwards ? more : before,
                    backwards ? before : more);
        }

        /** Consecutive standings, as a page. */
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
