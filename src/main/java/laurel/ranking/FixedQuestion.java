package laurel.ranking;

import java.util.List;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.participant.ParticipantRef;
import laurel.ranking.Question.Neighbours;
import org.jspecify.annotations.Nullable;

/** A question to a ranking that does not change any more. All that a request asks are answered by one statement. */
sealed interface FixedQuestion {
    FixedRanking ranking();

    /** One of several that are asked for together. */
    record Member(FixedRanking ranking, ParticipantRef who) {}

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
    default int size() {
        return 1;
    }

    /** Who is on this page, with one more if there is more, and the one before it, marked. */
    record OfPage(FixedRanking ranking, FixedPage page) implements FixedQuestion {
        @Override
        public int size() {
            return page.size() + 2;
        }

        Stretch stretch() {
            return page.filter().stretch(ranking.ranking());
        }
    }

    /** A participant and its neighbours; none if it has no standing. */
    record Around(FixedRanking ranking, ParticipantRef who, Neighbours wanted) implements FixedQuestion {
        @Override
        public int size() {
            return wanted.above() + 1 + wanted.below();
        }
    }

    /** Those of these participants that have a standing. */
    record Among(FixedRanking ranking, List<ParticipantRef> who) implements FixedQuestion {
        @Override
        public int size() {
            return who.size();
        }
    }

    /** A participant that is known by its id. */
    record Of(FixedRanking ranking, long participant) implements FixedQuestion {}

    /** The last of those whose percentile is not less. */
    record AtPercentile(FixedRanking ranking, double percentile) implements FixedQuestion {}

    /** How many standings match this filter. */
    record OfFilter(FixedRanking ranking, StandingFilter filter) implements FixedQuestion {
        Stretch stretch() {
            return filter.stretch(ranking.ranking());
        }
    }

    /** How many have a better score than this. */
    record OfBetter(FixedRanking ranking, long sortKey, long subscoreKey) implements FixedQuestion {}

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
        static FixedPage at(int position) {
            return new FixedPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, 1, false, null, position);
        }

        /** Consecutive standings of the whole ranking, as a page. */
        static Connection<FixedStanding> around(FixedRanking ranking, List<FixedStanding> found) {
            return page(
                    ranking,
                    StandingFilter.ALL,
                    found,
                    !found.isEmpty() && found.getFirst().row().position() > 1,
                    !found.isEmpty()
                            && found.getLast().row().position()
                                    < found.getLast().row().total());
        }

        static String list(FixedRanking ranking, StandingFilter filter) {
            return ranking.list() + filter.name();
        }

        /** @param found in order of position */
        Connection<FixedStanding> connection(FixedRanking ranking, List<FixedStanding> found) {
            List<FixedStanding> onPage =
                    found.stream().filter(one -> !one.row().marked()).toList();
            List<FixedStanding> met = downwards() ? onPage : onPage.reversed();
            boolean more = met.size() > size;
            List<FixedStanding> page = more ? met.subList(0, size) : met;
            boolean before = cursor != null || found.size() > onPage.size();
            return page(
                    ranking,
                    filter,
                    backwards ? page.reversed() : page,
                    backwards ? more : before,
                    backwards ? before : more);
        }

        /** Consecutive standings, as a page. */
        private static Connection<FixedStanding> page(
                FixedRanking ranking, StandingFilter filter, List<FixedStanding> page, boolean before, boolean after) {
            String list = list(ranking, filter);
            return Connection.of(page, before, after, one -> new Cursor(
                            list, List.of(Integer.toString(one.row().position())))
                    .text());
        }
    }
}
