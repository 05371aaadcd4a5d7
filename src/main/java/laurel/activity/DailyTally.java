package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.util.List;
import laurel.request.Measured;

/** What a participant did on one of its days, by type of event and part, in their order. */
@Introspected
public record DailyTally(ParticipantDay day, List<TallyLine> lines) implements Measured {
    private static final int LINE = 100;

    @Override
    public long heldBytes() {
        return (long) LINE * lines.size();
    }

    /**
     * One type of events.
     *
     * @param valueSum  of the events that have a value
     * @param peerCount different other participants in them
     */
    @Serdeable
    public record TallyLine(String eventType, EventRole role, int eventCount, BigDecimal valueSum, int peerCount) {}
}
