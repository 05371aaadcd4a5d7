package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.util.List;
import laurel.request.Measured;

/** Counts of a participant's events on a day, one line per event type and role. */
@Introspected
public record DailyTally(ParticipantDay day, List<TallyLine> lines) implements Measured {
    private static final int BYTES_PER_LINE = 100;

    @Override
    public long heldBytes() {
        return (long) BYTES_PER_LINE * lines.size();
    }

    /**
     * Counts of events of a type and a role.
     *
     * @param valueSum  sum of the values; events without a value count as 0
     * @param peerCount number of distinct other participants
     */
    @Serdeable
    public record TallyLine(String eventType, EventRole role, int eventCount, BigDecimal valueSum, int peerCount) {}
}
