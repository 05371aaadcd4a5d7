package laurel.ranking;

import laurel.participant.ParticipantRef;
import laurel.ranking.FinalStandingRepository.FinalRanking;
import org.jspecify.annotations.Nullable;

/** A question about how a ranking ended. All of one kind that a request asks are answered by one statement. */
sealed interface FinalQuestion {
    FinalRanking ranking();

    /** How many entries it finds at most. */
    int size();

    /** Whether PostgreSQL can be asked it. */
    default boolean possible() {
        return true;
    }

    /** Who stood from one position to another, both included. */
    record InPositions(FinalRanking ranking, int first, int last) implements FinalQuestion {
        @Override
        public int size() {
            return Math.max(0, last - first + 1);
        }
    }

    /** A participant and its neighbours; none where it had no entry. */
    record Around(FinalRanking ranking, ParticipantRef who, int above, int below) implements FinalQuestion {
        @Override
        public int size() {
            return above + 1 + below;
        }

        @Override
        public boolean possible() {
            return who.possible();
        }
    }

    /** A participant that is known by its number; none if it had no entry. */
    record Of(FinalRanking ranking, long participant) implements FinalQuestion {
        @Override
        public int size() {
            return 1;
        }
    }

    /**
     * Which final ranking.
     *
     * @param revision null is the one that stands
     */
    record Revision(Ranking ranking, @Nullable Integer revision) {}
}
