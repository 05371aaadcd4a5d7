package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.activity.TallyRepository.Belonging;
import laurel.streak.StoredDayRule;
import laurel.streak.Streaks;
import laurel.streak.run.StreakChange;

/** Counts events that are stored, and tells who makes something of it. */
@Singleton
class ActivityCounter {
    private final Streaks streaks;
    private final BurstMuter bursts;
    private final TallyRepository tallies;
    private final List<ActivityListener> followers;

    ActivityCounter(Streaks streaks, BurstMuter bursts, TallyRepository tallies, List<ActivityListener> followers) {
        this.streaks = streaks;
        this.bursts = bursts;
        this.tallies = tallies;
        this.followers = followers;
    }

    /** Before the transaction: makes what it needs and would not be able to make. */
    void prepare(Instant now) {
        followers.forEach(follower -> follower.prepare(now));
    }

    /** Counts new events within the caller's transaction, which holds the lock of the app's activity. */
    void count(int app, List<ActivityEvent> fresh, List<StoredDayRule> rules, List<Belonging> belongings, Instant now) {
        TallyIncrements counting = new TallyIncrements(rules);
        List<ActivityEvent> muted = bursts.mute(fresh);
        Set<Long> mutedIds = ids(muted);
        Set<Long> freshIds = ids(fresh);
        fresh.stream().filter(event -> !mutedIds.contains(event.id())).forEach(event -> counting.add(event, 1));
        muted.stream().filter(event -> !freshIds.contains(event.id())).forEach(event -> counting.add(event, -1));
        if (!belongings.isEmpty()) {
            tallies.learn(belongings);
        }
        if (!counting.tallies().isEmpty()) {
            tallies.add(counting);
            tell(app, counting, now);
        }
    }

    private void tell(int app, TallyIncrements counting, Instant now) {
        List<StreakChange> changes = streaks.follow(app, counting.activity(), now);
        Set<ParticipantDay> touched = counting.days();
        Set<Long> participants = new HashSet<>();
        touched.forEach(day -> participants.add(day.participantId()));
        changes.forEach(change -> participants.add(change.participantId()));
        var counted = new TallyChanges(app, touched, tallies.groups(participants), changes);
        followers.forEach(follower -> follower.counted(counted, now));
    }

    private static Set<Long> ids(Collection<ActivityEvent> events) {
        return events.stream().map(ActivityEvent::id).collect(Collectors.toSet());
    }
}
