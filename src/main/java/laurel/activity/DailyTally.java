package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.util.List;
import laurel.graphql.Held;

/** What a participant did on one of its days, by type of event and part, in their order. */
@Introspected
public record DailyTally(ParticipantDay day, List<Line> lines) implements Held {
    private static final int LINE = 100;

    @Override
    public long heldBytes() {
        return (long) LINE * lines.size();
    }

    /**
     * One type of events.
     *
     * @param events how many
     * @param total  the sum of their values
     * @param peers  how many different other participants had a part in them
     */
    @Serdeable
    public record Line(String type, Part part, int events, BigDecimal total, int peers) {}
}
