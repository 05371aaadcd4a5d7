package laurel.streak.run;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.streak.Streak;

/** Counts events for the days of streaks, and has the runs follow. */
@Singleton
public class StreakEventCounter {
    private final StreakDayRepository days;
    private final StreakRuns runs;

    StreakEventCounter(StreakDayRepository days, StreakRuns runs) {
        this.days = days;
        this.runs = runs;
    }

    /**
     * Adds events to days within the caller's transaction, which holds the lock of the app's activity.
     *
     * @param streaks by id, those of the days at least
     * @param events  how many more each day has
     */
    public List<StreakChange> count(Map<Long, Streak> streaks, Map<StreakDay, Integer> events) {
        if (events.isEmpty()) {
            return List.of();
        }
        Map<ParticipantStreakId, ChangedDays> touched = new HashMap<>();
        days.count(events).forEach(row -> {
            StreakDay day = row.day();
            boolean active = row.events() > 0;
            if (active != row.events() - events.getOrDefault(day, 0) > 0) {
                ChangedDays whose = touched.computeIfAbsent(
                        new ParticipantStreakId(day.streakId(), day.participantId()),
                        of -> ChangedDays.none(requireNonNull(streaks.get(of.streakId())), of.participantId()));
                (active ? whose.active() : whose.lost()).add(day.day());
            }
        });
        return runs.follow(List.copyOf(touched.values()));
    }
}
