package laurel.live;

import java.util.List;
import java.util.stream.Collectors;
import laurel.participant.ParticipantRef;

/** What a subscriber receives of a ranking. Subscribers with equal interests receive the same emissions. */
public sealed interface Interest {
    /** Part of the cursor, beside the ranking: a subscription cannot resume from a state with other participants. */
    String name();

    /** Maximum number of standings that it follows. */
    int standings();

    /** The participants that it names. */
    default List<ParticipantRef> participants() {
        return List.of();
    }

    /** The top of the ranking. */
    record Top(int first) implements Interest {
        @Override
        public String name() {
            return "top:" + first;
        }

        @Override
        public int standings() {
            return first;
        }
    }

    /**
     * The standings of these participants.
     *
     * @param whole whether fields are selected that change with entries of others, such as the gap to the next score
     */
    record Ranks(List<ParticipantRef> participants, boolean whole) implements Interest {
        @Override
        public String name() {
            String all =
                    participants.stream().sorted().map(ParticipantRef::text).collect(Collectors.joining("\n\n"));
            return "ranks:" + Integer.toHexString(all.hashCode()) + ":" + participants.size();
        }

        @Override
        public int standings() {
            return participants.size();
        }
    }

    /**
     * A participant and its neighbours.
     *
     * @param above number of better standings
     * @param below number of worse standings
     * @param whole whether fields are selected that change with entries of others, such as the gap to the next score
     */
    record Around(ParticipantRef participant, int above, int below, boolean whole) implements Interest {
        @Override
        public String name() {
            return "around:" + Integer.toHexString(participant.text().hashCode()) + ":" + above + ":" + below;
        }

        @Override
        public int standings() {
            return above + below + 1;
        }

        @Override
        public List<ParticipantRef> participants() {
            return List.of(participant);
        }
    }
}
