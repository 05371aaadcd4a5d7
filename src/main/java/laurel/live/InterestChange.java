package laurel.live;

import java.util.List;
import java.util.Objects;
import laurel.change.ListDifference;
import laurel.ranking.Ranks;
import laurel.ranking.Standing;

/** What an interest sees of the changes between two states. */
sealed interface InterestChange {
    /** Whether it sees none, so that its subscribers receive no event. */
    boolean isEmpty();

    /** Changes of the top. */
    record OfTop(Interest.Top top, ListDifference<Long, Standing> difference) implements InterestChange {
        @Override
        public boolean isEmpty() {
            return difference.isEmpty();
        }
    }

    /**
     * Changes of watched participants.
     *
     * @param lost whether one is no longer found, so that it is not listed any more; it is not among the changes, which would
     *     reveal a participant that has become pseudonymous
     */
    record OfRanks(Interest.Ranks ranks, List<WatchedStandingChange> changes, boolean lost) implements InterestChange {
        @Override
        public boolean isEmpty() {
            return changes.isEmpty() && !lost;
        }
    }

    /**
     * Changes of a participant's neighbours.
     *
     * @param shifted whether the place of the list in the ranking is another
     */
    record OfAround(Interest.Around around, ListDifference<Long, Standing> difference, boolean shifted)
            implements InterestChange {
        static OfAround between(Interest.Around around, List<Standing> before, List<Standing> after) {
            var difference = ListDifference.between(before, after, Standing::participantId, Standing::sameEntry);
            return new OfAround(around, difference, isShifted(before, after));
        }

        private static boolean isShifted(List<Standing> before, List<Standing> after) {
            if (before.isEmpty() || after.isEmpty()) {
                return before.isEmpty() != after.isEmpty();
            }
            Ranks from = before.getFirst().ranks();
            Ranks to = after.getFirst().ranks();
            return !Objects.equals(from.position(), to.position()) || !Objects.equals(from.rank(), to.rank());
        }

        @Override
        public boolean isEmpty() {
            return difference.isEmpty() && !shifted;
        }
    }
}
