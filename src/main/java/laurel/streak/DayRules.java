package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/** The day rules of apps, and the lock of an app's activity. */
@Singleton
public class DayRules {
    private final DayRuleRepository repository;

    DayRules(DayRuleRepository repository) {
        this.repository = repository;
    }

    /**
     * Returns the stored rule; stores it if the app does not have it. Events that are received after the commit are counted by
     * it, earlier ones are not.
     */
    public StoredDayRule use(int app, DayRule rule, Instant now) {
        lock(app);
        repository.add(app, rule, now);
        return repository.get(app, rule);
    }

    /**
     * Locks the activity of an app until the transaction ends. All transactions that count events, or change what is derived
     * from counts, hold this lock. It is acquired before locks of leaderboards and of the event log.
     */
    public void lock(int app) {
        repository.lock(app);
    }

    /**
     * Claims a backlog of an app until the transaction ends, without waiting. Returns false if another transaction holds it. To
     * be called before {@link #lock}.
     */
    public boolean claim(String backlog, int app) {
        return repository.claim(backlog, app);
    }

    /** Returns the rules by which the app's events are counted, ordered by id. */
    public List<StoredDayRule> ofApp(int app) {
        return repository.ofApp(app);
    }
}
