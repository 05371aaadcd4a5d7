package laurel.scoring.policy;

import java.math.BigDecimal;
import laurel.activity.DailyTally;

/** Aggregation of a day's events to a number. */
public enum CounterAggregation {
    /** Number of events. */
    EVENTS,
    /** Sum of the values. */
    VALUES,
    /** Number of distinct other participants. */
    PEERS;

    BigDecimal of(DailyTally.TallyLine line) {
        return switch (this) {
            case EVENTS -> BigDecimal.valueOf(line.eventCount());
            case VALUES -> line.valueSum();
            case PEERS -> BigDecimal.valueOf(line.peerCount());
        };
    }
}
