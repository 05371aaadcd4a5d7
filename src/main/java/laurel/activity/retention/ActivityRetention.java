package laurel.activity.retention;

import static java.util.Objects.requireNonNullElse;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** Which days are complete although months of events are dropped. */
@Singleton
public class ActivityRetention {
    private final ActivityRetentionRepository repository;

    ActivityRetention(ActivityRetentionRepository repository) {
        this.repository = repository;
    }

    /**
     * Returns the first day with all its events, by any day rule; {@link LocalDate#MIN} if no month is dropped. To be called
     * after the events were read.
     */
    public LocalDate firstCompleteDay() {
        return requireNonNullElse(repository.firstCompleteDay(), LocalDate.MIN);
    }

    /** Returns the days on which burst rules have evaluated all events, given their ids. One statement if there is a rule. */
    public EvaluatedDays evaluatedDays(Set<Integer> burstRules) {
        Map<Integer, LocalDate> firstDays = new HashMap<>();
        if (!burstRules.isEmpty()) {
            repository.firstEvaluatedDays(burstRules).forEach(first -> firstDays.put(first.burstRuleId(), first.day()));
        }
        return new EvaluatedDays(firstDays);
    }

    /** Returns the error ACTIVITY_INCOMPLETE. */
    public static RequestException incomplete(LocalDate firstDay) {
        return new RequestException(
                        RequestErrorCode.ACTIVITY_INCOMPLETE,
                        "Activity events of days before " + firstDay
                                + " were dropped before the burst rule of the scoring policy"
                                + " was created; it cannot count these days.")
                .with("completeSince", firstDay.toString());
    }

    /**
     * Days on which burst rules have evaluated all events.
     *
     * @param firstDays the first of them by id of the rule; rules with all days are absent
     */
    public record EvaluatedDays(Map<Integer, LocalDate> firstDays) {
        /** Throws ACTIVITY_INCOMPLETE if a rule has not evaluated all events of a day. */
        public void check(@Nullable Integer burstRule, LocalDate day) {
            LocalDate first = burstRule == null ? null : firstDays.get(burstRule);
            if (first != null && day.isBefore(first)) {
                throw incomplete(first);
            }
        }
    }
}
