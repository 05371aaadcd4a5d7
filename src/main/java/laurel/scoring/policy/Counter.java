package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.util.List;
import laurel.activity.DailyTally;

/**
 * Quantity that a policy counts per participant and day.
 *
 * @param eventTypes event types that are counted; exactly one for {@link CounterAggregation#PEERS}, because tallies count the
 *                   peers of each type separately
 */
@Serdeable
public record Counter(String name, List<String> eventTypes, EventRoleFilter role, CounterAggregation aggregation) {
    public Counter {
        eventTypes = List.copyOf(eventTypes);
    }

    /** Returns the quantity of a day. */
    BigDecimal of(DailyTally tally) {
        return tally.lines().stream()
                .filter(line -> role.includes(line.role()) && eventTypes.contains(line.eventType()))
                .map(aggregation::of)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
