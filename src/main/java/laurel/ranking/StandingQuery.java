package laurel.ranking;

import java.util.List;
import java.util.Set;
import laurel.participant.ParticipantRef;
import laurel.request.Connection;
import laurel.request.GlobalIds;

/** A query for standings of one ranking. One statement runs all queries of a request. */
public sealed interface StandingQuery {
    Ranking ranking();

    /** The metrics to compute for the standings found. */
    Set<RankMetric> metrics();

    /** Maximum number of standings found. */
    default int size() {
        return 1;
    }

    /** Whether it finds consecutive standings, so that the metrics of the best determine those of the others. */
    default boolean consecutive() {
        return this instanceof PageQuery || this instanceof AroundQuery;
    }

    /**
     * The standings of a page, and one more if there is a next page. If the page starts at a position, also the standing
     * before it, marked.
     */
    record PageQuery(Ranking ranking, StandingPage page, Set<RankMetric> metrics) implements StandingQuery {
        @Override
        public int size() {
            return page.size() + 2;
        }

        KeyRange keyRange() {
            return page.keyRange(ranking);
        }

        /** Whether its bounds depend on ranks or positions, which only the statement knows. */
        boolean isBoundedByRank() {
            return keyRange().isBoundedByRank() || page.fromPosition() != null;
        }
    }

    /**
     * A participant's standing, marked, with its neighbours and one more on either side. Empty if the participant has no
     * entry.
     */
    record AroundQuery(Ranking ranking, ParticipantRef participant, Neighbours neighbours, Set<RankMetric> metrics)
            implements StandingQuery {
        @Override
        public int size() {
            return neighbours.maxAbove() + 1 + neighbours.maxBelow();
        }

        /**
         * The connection of the standings to return.
         *
         * @param found result of this query
         * @param ids   encrypts cursors
         */
        public Connection<Standing> connection(StandingResult found, GlobalIds ids) {
            List<Standing> standings = found.standings();
            int at = Math.max(0, standings.indexOf(found.marked()));
            int first = Math.max(0, at - neighbours.above() - neighbours.extraAbove(standings.size() - at - 1));
            int last = Math.min(standings.size(), at + neighbours.below() + neighbours.extraBelow(at) + 1);
            return StandingPage.connection(
                    ranking,
                    StandingFilter.ALL,
                    standings.subList(first, last),
                    first > 0,
                    last < standings.size(),
                    ids);
        }
    }

    /** The standings of the given participants that have an entry. */
    record ParticipantsQuery(Ranking ranking, List<ParticipantRef> participants, Set<RankMetric> metrics)
            implements StandingQuery {
        @Override
        public int size() {
            return participants.size();
        }
    }

    /** A participant's standing, by its internal id. Empty if it has no entry. */
    record ParticipantQuery(Ranking ranking, long participant, Set<RankMetric> metrics) implements StandingQuery {}

    /** The standing at a position, from 1. */
    record PositionQuery(Ranking ranking, int position, Set<RankMetric> metrics) implements StandingQuery {}

    /** The last standing with at least this percentile. */
    record PercentileQuery(Ranking ranking, double percentile, Set<RankMetric> metrics) implements StandingQuery {}

    /**
     * How many neighbours of a participant to return.
     *
     * @param above better standings
     * @param below worse standings
     * @param fill  whether one side takes over the neighbours that the other side lacks
     */
    record Neighbours(int above, int below, boolean fill) {
        /** Better standings to read: the maximum, and one more. */
        int maxAbove() {
            return fill ? above + below + 1 : above + 1;
        }

        /** Worse standings to read: the maximum, and one more. */
        int maxBelow() {
            return fill ? above + below + 1 : below + 1;
        }

        /** Number of better standings that replace missing worse ones. */
        int extraAbove(int worse) {
            return fill ? Math.max(0, below - worse) : 0;
        }

        /** Number of worse standings that replace missing better ones. */
        int extraBelow(int better) {
            return fill ? Math.max(0, above - better) : 0;
        }
    }
}
