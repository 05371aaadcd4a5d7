package laurel.streak.run;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts events of the days of streaks, and updates the runs. */
@Singleton
public class StreakEventCounter {
    private final StreakDayRepository days;
    private final StreakRuns runs;

    StreakEventCounter(StreakDayRepository days, StreakRuns runs) {
        this.days = days;
        this.runs = runs;
    }

    /**
     * Adds events to days within the caller's transaction, which holds the app's activity lock.
     *
     * @param periods     periods of the streaks by id
     * @param eventCounts changes of the numbers of events
     */
    public List<StreakChange> count(Map<Long, StreakPeriod> periods, Map<StreakDay, Integer> eventCounts) {
        if (eventCounts.isEmpty()) {
            return List.of();
        }
        Map<ParticipantStreakId, ChangedDays> changed = new HashMap<>();
        days.add(eventCounts).forEach(row -> {
            StreakDay day = row.day();
            boolean active = row.eventCount() > 0;
            boolean wasActive = row.eventCount() - eventCounts.getOrDefault(day, 0) > 0;
            if (active != wasActive) {
                ChangedDays days = changed.computeIfAbsent(
                        new ParticipantStreakId(day.streakId(), day.participantId()),
                        id -> ChangedDays.none(id, requireNonNull(periods.get(id.streakId()))));
                (active ? days.activated() : days.lost()).add(day.day());
            }
        });
        return runs.update(List.copyOf(changed.values()));
    }
}
