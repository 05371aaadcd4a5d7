package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import laurel.activity.TallyRepository.ReportedGroup;
import laurel.activity.burst.StoredBurstRule;
import laurel.streak.DayActivity;
import laurel.streak.StoredDayRule;
import laurel.streak.Streak;
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

    /**
     * Starts to count events within the caller's transaction, which holds the app's activity lock: reads by what they are counted
     * together with the next statement.
     *
     * @param shared whether the events are of several requests
     */
    Counting start(int app, boolean shared) {
        return new Counting(app, shared, burstMuter.rules(app), streaks.activeLater(app));
    }

    /** Counts new events, by what was read under the app's activity lock. */
    final class Counting {
        private final int app;
        private final boolean shared;
        private final Supplier<List<StoredBurstRule>> burstRules;
        private final Supplier<List<Streak>> active;

        private Counting(
                int app, boolean shared, Supplier<List<StoredBurstRule>> burstRules, Supplier<List<Streak>> active) {
            this.app = app;
            this.shared = shared;
            this.burstRules = burstRules;
            this.active = active;
        }

        void count(List<ActivityEvent> newEvents, List<StoredDayRule> rules, List<ReportedGroup> groups, Instant now) {
            TallyIncrements increments = new TallyIncrements(rules);
            newEvents.forEach(increments::add);
            if (!groups.isEmpty()) {
                tallies.saveGroups(groups);
            }
            if (!increments.tallies().isEmpty()) {
                tallies.add(increments);
            }
            Set<ParticipantDay> days = new HashSet<>(increments.days());
            days.addAll(addMuted(burstMuter.mute(app, burstRules.get(), newEvents), rules));
            List<DayActivity> activity = increments.activity();
            List<StreakChange> changed = activity.isEmpty() ? List.of() : streaks.count(active.get(), activity);
            notifyListeners(new TallyChanges(app, days, changed, shared), now);
        }
    }

    /** Mutes the next events that were stored before their burst rule. */
    void muteEarlier(int app, List<StoredDayRule> rules, Instant now) {
        notifyListeners(new TallyChanges(app, addMuted(burstMuter.muteEarlier(app), rules), List.of(), false), now);
    }

    /**
     * Adds newly muted events to the tallies of what does not count.
     *
     * @param muted by id of the burst rule
     * @return the days with changes
     */
    private Set<ParticipantDay> addMuted(Map<Integer, List<ActivityEvent>> muted, List<StoredDayRule> rules) {
        Map<Integer, TallyIncrements> byBurstRule = new HashMap<>();
        Set<ParticipantDay> days = new HashSet<>();
        muted.forEach((burstRule, events) -> {
            TallyIncrements increments = new TallyIncrements(rules);
            events.forEach(increments::add);
            days.addAll(increments.days());
            byBurstRule.put(burstRule, increments);
        });
        if (!days.isEmpty()) {
            tallies.addMuted(byBurstRule);
        }
        return days;
    }

    private void notifyListeners(TallyChanges changes, Instant now) {
        if (!changes.days().isEmpty()) {
            listeners.forEach(listener -> listener.talliesChanged(changes, now));
        }
    }
}
