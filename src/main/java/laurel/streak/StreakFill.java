package laurel.streak;

import static java.util.stream.Collectors.toMap;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.streak.StreakFillRepository.MissingDay;
import laurel.streak.StreakFillRepository.Place;

/**
 * Gives a streak what was counted by its day rule before it was created, or while it was archived, part by part. A part adds to
 * each day what the day lacks of its tallies. So events that are counted meanwhile, also for days that no part has reached, are
 * counted once.
 */
@Singleton
class StreakFill {
    private static final LocalDate AFTER_ALL = LocalDate.of(9999, 12, 31);

    private final StreakFillRepository repository;
    private final StreakCounting counting;
    private final int most;

    /** @param most days of participants that one part reads; and participants */
    StreakFill(
            StreakFillRepository repository, StreakCounting counting, @Value("${laurel.activity.part:200}") int most) {
        this.repository = repository;
        this.counting = counting;
        this.most = most;
    }

    /** Does the first part; what it changes is nothing to anybody if the streak is new. */
    List<StreakChange> begin(Streak streak) {
        Place start = repository.add(streak.id());
        return start == null ? List.of() : part(streak, start);
    }

    /** Stops, however far it is. */
    void end(Streak streak) {
        repository.remove(streak.id());
    }

    /** Does the next part within the caller's transaction, which holds the lock of the app's activity. */
    List<StreakChange> part(Streak streak, Place after) {
        List<Long> participants = repository.participants(streak.appId(), after.participantId(), most + 1);
        if (participants.isEmpty()) {
            repository.remove(streak.id());
            return List.of();
        }
        long last = participants.getLast();
        List<MissingDay> days = repository.days(streak, after, last, most);
        if (days.size() == most) {
            MissingDay end = days.getLast();
            repository.advance(streak.id(), end.participantId(), end.day());
        } else if (participants.size() > most) {
            repository.advance(streak.id(), last, AFTER_ALL);
        } else {
            repository.remove(streak.id());
        }
        return counting.count(Map.of(streak.id(), streak), missing(streak, days));
    }

    private static Map<StreakDay, Integer> missing(Streak streak, List<MissingDay> days) {
        return days.stream()
                .filter(day -> day.missing() != 0)
                .collect(toMap(day -> new StreakDay(streak.id(), day.participantId(), day.day()), MissingDay::missing));
    }
}
