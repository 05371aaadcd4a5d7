package laurel.live;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import laurel.participant.ParticipantRef;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * The subscribers of a ranking with equal interests. What they receive is computed once for all of them. The
 * {@link LiveRanking} guards its subscribers; only the evaluating thread uses the rest.
 */
final class Following {
    private final Interest interest;
    private final Cursor.Positions cursors;
    private final Set<LiveSubscriber> subscribers = new LinkedHashSet<>();
    private @Nullable LiveCursor lastChange;
    /** The participants of the last list of ranks. */
    private List<Long> listed = List.of();

    Following(Interest interest, FollowedRanking followed) {
        this.interest = interest;
        this.cursors = Cursor.Positions.in(interest.name() + ":" + followed.name());
    }

    Interest interest() {
        return interest;
    }

    /** Writes a cursor for clients. */
    String text(LiveCursor cursor) {
        return cursor.text(cursors);
    }

    /** The position of the last change that the interest saw; {@code present} if that is not known. */
    LiveCursor lastChange(LiveCursor present) {
        if (lastChange == null) {
            lastChange = present;
        }
        return lastChange;
    }

    /** Whether the position of the last change is known, so that it has to be updated with each change. */
    boolean hasLastChange() {
        return lastChange != null;
    }

    void setLastChange(LiveCursor present) {
        lastChange = present;
    }

    /** Whether a participant of the last list is no longer found: it was erased, or has become pseudonymous. */
    boolean hasLost(LiveRanking live) {
        return interest instanceof Interest.Ranks ranks
                && !listed.isEmpty()
                && !live.ids(ranks).containsAll(listed);
    }

    void setListed(List<Long> participants) {
        listed = participants;
    }

    /** The subscribers. Guarded by the ranking. */
    Set<LiveSubscriber> subscribers() {
        return subscribers;
    }

    /** The subscribers as they are at the start of an update. */
    Due due() {
        List<LiveSubscriber> ready = new ArrayList<>(subscribers.size());
        List<LiveSubscriber> busy = List.of();
        List<LiveSubscriber> joining = List.of();
        for (LiveSubscriber subscriber : subscribers) {
            if (subscriber.isBusy()) {
                busy = with(subscriber, busy);
            } else {
                ready.add(subscriber);
                joining = subscriber.current() ? joining : with(subscriber, joining);
            }
        }
        return new Due(this, ready, busy, joining);
    }

    /** Mostly there is none, so an empty list is not created. */
    private static List<LiveSubscriber> with(LiveSubscriber subscriber, List<LiveSubscriber> others) {
        List<LiveSubscriber> more = others.isEmpty() ? new ArrayList<>() : others;
        more.add(subscriber);
        return more;
    }

    /**
     * The subscribers in one update.
     *
     * @param ready   receive its events
     * @param busy    are skipped this time
     * @param joining those of the ready ones that start or resume with it
     */
    record Due(
            Following following, List<LiveSubscriber> ready, List<LiveSubscriber> busy, List<LiveSubscriber> joining) {
        Interest interest() {
            return following.interest;
        }

        List<ParticipantRef> participants() {
            return following.interest.participants();
        }

        /** The watched participants; null unless it follows ranks. */
        Interest.@Nullable Ranks ranks() {
            return following.interest instanceof Interest.Ranks ranks ? ranks : null;
        }

        boolean isJoined() {
            return !joining.isEmpty();
        }
    }
}
