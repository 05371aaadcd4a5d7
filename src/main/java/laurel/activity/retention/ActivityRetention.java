package laurel.activity.retention;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which days are complete although months of events are dropped. */
@Singleton
public class ActivityRetention {
    private final ActivityRetentionRepository repository;

    ActivityRetention(ActivityRetentionRepository repository) {
        this.repository = repository;
    }

    /**
     * Returns the first day with all its events, by any day rule; {@link LocalDate#MIN} if no month was dropped. To be called
     * after the events were read.
     */
    public LocalDate firstCompleteDay() {
        long dropped = repository.lastDropped();
        return dropped == 0 ? LocalDate.MIN : firstAfter(dropped);
    }

    /**
     * Returns the days on which burst rules have evaluated all events. One statement if there is a rule.
     *
     * @param burstRules ids of rules; null stands for no rule
     */
    public EvaluatedDays evaluatedDays(Collection<@Nullable Integer> burstRules) {
        List<Integer> ids =
                burstRules.stream().filter(Objects::nonNull).distinct().toList();
        Map<Integer, LocalDate> firstDays = new HashMap<>();
        if (!ids.isEmpty()) {
            repository.unevaluatedMonths(ids).forEach(one -> firstDays.put(one.burstRuleId(), firstAfter(one.month())));
        }
        return new EvaluatedDays(firstDays);
    }

    /**
     * The second day of the next month. In time zones that are ahead of UTC the first day starts before the month, and so may a
     * burst.
     */
    private static LocalDate firstAfter(long month) {
        return LocalDate.EPOCH.with(PROLEPTIC_MONTH, month + 1).withDayOfMonth(2);
    }

    /**
     * Days on which burst rules have evaluated all events.
     *
     * @param firstDays the first of them by id of the rule; rules with all days are absent
     */
    public record EvaluatedDays(Map<Integer, LocalDate> firstDays) {
        /** Whether a rule has evaluated all events of a day, and of later ones. */
        public boolean include(@Nullable Integer burstRule, LocalDate day) {
            LocalDate first = first(burstRule);
            return first == null || !day.isBefore(first);
        }

        /** Returns the first of the days; null if these are all. */
        public @Nullable LocalDate first(@Nullable Integer burstRule) {
            return burstRule == null ? null : firstDays.get(burstRule);
        }
    }
}
