package laurel.ranking;

import java.util.List;
import java.util.Set;
import laurel.participant.ParticipantRef;
import laurel.request.Connection;

/** A question about who stands where in one ranking. All that a request asks are answered by one statement. */
public sealed interface Question {
    Ranking ranking();

    /** What is to be found out about the entries that it finds. */
    Set<RankMetric> figures();

    /** How many entries it finds at most. */
    public default int size() {
        return 1;
    }

    /** Whether it finds entries that follow each other, so that the figures of the best give those of the others. */
    default boolean consecutive() {
        return this instanceof OfPage || this instanceof Around;
    }

    /**
     * Who is on this page; one more, which tells whether there is more; and, marked, the one before it where it starts
     * at a position.
     */
    record OfPage(Ranking ranking, Page page, Set<RankMetric> figures) implements Question {
        @Override
        public int size() {
            return page.size() + 2;
        }

        KeyRange stretch() {
            return page.stretch(ranking);
        }

        /** Whether only the ranking can tell where it begins and ends. */
        boolean ofRanks() {
            return stretch().ofRanks() || page.fromPosition() != null;
        }
    }

    /**
     * A participant, which is marked, with as many neighbours as may be wanted and one more on either side; none if it
     * has no entry.
     */
    record Around(Ranking ranking, ParticipantRef who, Neighbours wanted, Set<RankMetric> figures) implements Question {
        @Override
        public int size() {
            return wanted.mostAbove() + 1 + wanted.mostBelow();
        }

        /**
         * Those to show.
         *
         * @param found the participant, and as many as there are of the neighbours that this asks for
         */
        public Connection<Standing> connection(RankingAnswer found) {
            List<Standing> standings = found.standings();
            int at = Math.max(0, standings.indexOf(found.marked()));
            int first = Math.max(0, at - wanted.above() - wanted.movedUp(standings.size() - at - 1));
            int last = Math.min(standings.size(), at + wanted.below() + wanted.movedDown(at) + 1);
            return Page.connection(
                    ranking, StandingFilter.ALL, standings.subList(first, last), first > 0, last < standings.size());
        }
    }

    /** Those of these participants that have an entry. */
    record Among(Ranking ranking, List<ParticipantRef> who, Set<RankMetric> figures) implements Question {
        @Override
        public int size() {
            return who.size();
        }
    }

    /** A participant that is known by its id; none where it has no entry. */
    record Of(Ranking ranking, long participant, Set<RankMetric> figures) implements Question {}

    /** Who stands at a position, from 1. */
    record AtPosition(Ranking ranking, int position, Set<RankMetric> figures) implements Question {}

    /** The last of those whose percentile is not less. */
    record AtPercentile(Ranking ranking, double percentile, Set<RankMetric> figures) implements Question {}

    /**
     * How many to show around one participant.
     *
     * @param above  better ones
     * @param below  worse ones
     * @param fill  whether those that one side lacks are taken from the other
     */
    record Neighbours(int above, int below, boolean fill) {
        /** As many better ones as may be shown, should the other side lack all, and one more. */
        int mostAbove() {
            return fill ? above + below + 1 : above + 1;
        }

        /** As many worse ones as may be shown, should the other side lack all, and one more. */
        int mostBelow() {
            return fill ? above + below + 1 : below + 1;
        }

        /** How many better ones replace worse ones, of which there are so many. */
        int movedUp(int worse) {
            return fill ? Math.max(0, below - worse) : 0;
        }

        /** How many worse ones replace better ones, of which there are so many. */
        int movedDown(int better) {
            return fill ? Math.max(0, above - better) : 0;
        }
    }
}
