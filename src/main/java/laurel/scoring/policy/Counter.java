package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.util.List;
import laurel.activity.DailyTally;

/**
 * What a policy counts of a day.
 *
 * @param eventTypes whose events; of {@link CounterAggregation#PEERS} one, because the peers of each type are counted apart
 */
@Serdeable
public record Counter(String name, List<String> eventTypes, EventRoleFilter role, CounterAggregation aggregation) {
    public Counter {
        eventTypes = List.copyOf(eventTypes);
    }

    /** How much of it a day has. */
    BigDecimal of(DailyTally tally) {
        return tally.lines().stream()
                .filter(line -> role.includes(line.role()) && eventTypes.contains(line.eventType()))
                .map(aggregation::of)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
