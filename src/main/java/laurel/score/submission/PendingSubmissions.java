package laurel.score.submission;

import java.time.Instant;
import java.util.Collection;

/** Submissions of the service that are made later than what they follow from, unless something depends on their order. */
public interface PendingSubmissions {
    /**
     * Makes the submissions of a participant that follow from what is stored now, in transactions of its own. What the caller does
     * next then applies to them, too. The caller holds neither {@link #lock} nor the lock of a leaderboard.
     */
    void catchUp(int app, long participant, Instant now);

    /** Prevents more of them in an app until the caller's transaction ends. Called before leaderboards are locked. */
    void lock(int app);

    /**
     * Makes the pending submissions of a participant to these leaderboards, within the caller's transaction, which holds {@link
     * #lock}, and locks the leaderboards.
     */
    void submit(int app, Collection<Integer> leaderboards, long participant, Instant now);
}
