package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.activity.TallyRepository.ReportedGroup;
import laurel.streak.StoredDayRule;
import laurel.streak.Streaks;
import laurel.streak.run.StreakChange;

/** Counts stored events in tallies and streaks, and notifies listeners. */
@Singleton
class ActivityCounter {
    private final Streaks streaks;
    private final BurstMuter burstMuter;
    private final TallyRepository tallies;
    private final List<ActivityListener> listeners;

    ActivityCounter(Streaks streaks, BurstMuter burstMuter, TallyRepository tallies, List<ActivityListener> listeners) {
        this.streaks = streaks;
        this.burstMuter = burstMuter;
        this.tallies = tallies;
        this.listeners = listeners;
    }

    /** Creates what the listeners need. To be called before the transaction. */
    void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepare(now));
    }

    /** Counts new events within the caller's transaction, which holds the app's activity lock. */
    void count(
            int app,
            List<ActivityEvent> newEvents,
            List<StoredDayRule> rules,
            List<ReportedGroup> groups,
            Instant now) {
        TallyIncrements increments = new TallyIncrements(rules);
        List<ActivityEvent> muted = burstMuter.mute(newEvents);
        Set<Long> mutedIds = ids(muted);
        Set<Long> newIds = ids(newEvents);
        newEvents.stream().filter(event -> !mutedIds.contains(event.id())).forEach(event -> increments.add(event, 1));
        muted.stream().filter(event -> !newIds.contains(event.id())).forEach(event -> increments.add(event, -1));
        if (!groups.isEmpty()) {
            tallies.saveGroups(groups);
        }
        if (!increments.tallies().isEmpty()) {
            tallies.add(increments);
            notifyListeners(app, increments, now);
        }
    }

    private void notifyListeners(int app, TallyIncrements increments, Instant now) {
        List<StreakChange> streakChanges = streaks.count(app, increments.activity());
        Set<ParticipantDay> days = increments.days();
        Set<Long> participants = new HashSet<>();
        days.forEach(day -> participants.add(day.participantId()));
        streakChanges.forEach(change -> participants.add(change.participantId()));
        var changes = new TallyChanges(app, days, tallies.groups(participants), streakChanges);
        listeners.forEach(listener -> listener.talliesChanged(changes, now));
    }

    private static Set<Long> ids(Collection<ActivityEvent> events) {
        return events.stream().map(ActivityEvent::id).collect(Collectors.toSet());
    }
}
