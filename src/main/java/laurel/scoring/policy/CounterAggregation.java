package laurel.scoring.policy;

import java.math.BigDecimal;
import laurel.activity.DailyTally;

/** What a counter counts of a day's events. */
public enum CounterAggregation {
    /** How many there are. */
    EVENTS,
    /** The sum of their values. */
    VALUES,
    /** With how many different others. */
    PEERS;

    BigDecimal of(DailyTally.TallyLine line) {
        return switch (this) {
            case EVENTS -> BigDecimal.valueOf(line.eventCount());
            case VALUES -> line.valueSum();
            case PEERS -> BigDecimal.valueOf(line.peerCount());
        };
    }
}
