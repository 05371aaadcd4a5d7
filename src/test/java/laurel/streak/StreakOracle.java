package laurel.streak;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import laurel.database.sql.Sql;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/**
 * A streak of one participant, computed from its days.
 *
 * <p>Active days count. Frozen days and days with amnesty do not count, but they do not break the streak. Any other day
 * breaks it. In a weekly streak each week is represented by its Monday.
 *
 * @param active active days
 * @param held   frozen days and days with amnesty
 */
public record StreakOracle(StreakPeriod period, NavigableSet<LocalDate> active, Set<LocalDate> held) {
    /** The runs that must be stored: gaps and islands of the days that are active, frozen or have amnesty. */
    private static final String ISLANDS = """
            WITH active AS (SELECT streak_id, participant_id, day FROM streak_day WHERE event_count > 0),
                 covered AS (SELECT * FROM active
                             UNION SELECT streak_id, participant_id, day FROM streak_frozen_day
                             UNION SELECT f.streak_id, p.id, f.day FROM streak_amnesty_day AS f CROSS JOIN participant AS p),
                 numbered AS (
                     SELECT c.*, c.day - CASE s.period WHEN 'WEEK' THEN 7 ELSE 1 END
                         * row_number() OVER (PARTITION BY c.streak_id, c.participant_id ORDER BY c.day)::integer AS island
                     FROM covered AS c JOIN streak AS s ON s.id = c.streak_id)
            SELECT streak_id || ' ' || participant_id || ' ' || min(day) || ' ' || max(day) || ' ' || count(*)
            FROM numbered JOIN active USING (streak_id, participant_id, day)
            GROUP BY streak_id, participant_id, island
            """;

    private static final String STORED = """
            SELECT streak_id || ' ' || participant_id || ' ' || start_date || ' ' || end_date || ' ' || length
            FROM streak_run
            """;

    public StreakOracle {
        active = new TreeSet<>(active);
        held = Set.copyOf(held);
    }

    /** The runs computed from all days. */
    public static Set<String> islands(Sql sql) {
        return new HashSet<>(sql.of(ISLANDS).list(String.class));
    }

    /** The runs in the database. */
    public static Set<String> stored(Sql sql) {
        List<String> rows = sql.of(STORED).list(String.class);
        return new HashSet<>(rows);
    }

    private boolean covered(LocalDate day) {
        return active.contains(day) || held.contains(day);
    }

    /** Returns the number of active days of the run up to a day; 0 if the day is neither active nor covered. */
    int length(LocalDate date) {
        int length = 0;
        for (LocalDate day = period.startOf(date); covered(day); day = day.minusDays(period.days())) {
            length += active.contains(day) ? 1 : 0;
        }
        return length;
    }

    /** The current length. The streak survives until the end of the current day, even without activity. */
    int currentLength(LocalDate clock) {
        LocalDate today = today(clock);
        return length(covered(today) ? today : today.minusDays(period.days()));
    }

    int longest() {
        return active.stream().mapToInt(this::length).max().orElse(0);
    }

    @Nullable
    LocalDate lastActiveDate() {
        return active.isEmpty() ? null : active.last();
    }

    @Nullable
    LocalDate startDate() {
        LocalDate started = lastActiveDate();
        if (started != null) {
            for (LocalDate day = started; covered(day); day = day.minusDays(period.days())) {
                started = active.contains(day) ? day : started;
            }
        }
        return started;
    }

    boolean activeToday(LocalDate clock) {
        return active.contains(today(clock));
    }

    /** The current period; a later one if the participant has been active in it. */
    private LocalDate today(LocalDate clock) {
        LocalDate today = period.startOf(clock);
        return !active.isEmpty() && active.last().isAfter(today) ? active.last() : today;
    }
}
