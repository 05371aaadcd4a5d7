package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/** Takes events. */
@Singleton
public class Activities {
    /**
     * Stores and counts events, in one transaction, which they may share with others, and says what became of each, in the same order. Refuses
     * the whole as BATCH_TOO_LARGE beyond {@code laurel.limits.batch} (default 1,000), and as OVERLOADED where more than {@code
     * laurel.limits.waiting-activity} (default 10,000) would wait for others.
     */
    public List<ActivityResult> record(int app, List<ActivityEventInput> events, Instant now) {
        return List.of();
    }
}
