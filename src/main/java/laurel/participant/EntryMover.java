package laurel.participant;

import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;

/** Moves the entries of a participant to the rankings of its new groups. */
public interface EntryMover {
    /**
     * Called before {@link #move}, outside of a transaction: what was received before counts in the former groups.
     */
    void prepare(int app, long participant, Instant now);

    /**
     * Updates a participant, and moves its entries in open windows, in one transaction. Refuses LIMIT_REACHED if too many
     * leaderboards group by the attributes.
     *
     * @param attributes of the new group values
     * @param update     updates and returns the participant; called under the locks of the leaderboards
     */
    Participant move(int app, Set<String> attributes, Supplier<Participant> update, Instant now);
}
