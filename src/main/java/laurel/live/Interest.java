package laurel.live;

import java.util.List;
import java.util.stream.Collectors;
import laurel.participant.ParticipantRef;

/** What a subscriber wants to be told of a ranking. Those who want equal are told the same emissions. */
public sealed interface Interest {
    /** What its cursors are of, besides the ranking: a state with other people in it is no state to go on from. */
    String name();

    /** The first so many. */
    record Top(int first) implements Interest {
        @Override
        public String name() {
            return "top:" + first;
        }
    }

    /**
     * Those of these participants.
     *
     * @param whole whether all that a standing tells is asked for, also what is not told by the changes of others
     */
    record Ranks(List<ParticipantRef> who, boolean whole) implements Interest {
        @Override
        public String name() {
            String all = who.stream().sorted().map(ParticipantRef::text).collect(Collectors.joining("\n\n"));
            return "ranks:" + Integer.toHexString(all.hashCode()) + ":" + who.size();
        }
    }
}
