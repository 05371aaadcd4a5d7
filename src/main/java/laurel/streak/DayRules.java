package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/** The day rules that an app uses. */
@Singleton
public class DayRules {
    private final DayRuleRepository repository;

    DayRules(DayRuleRepository repository) {
        this.repository = repository;
    }

    /**
     * The app's row of a rule, which is made if it is missing. From the commit on the app's events are counted by it;
     * what was received before is not.
     */
    public StoredDayRule use(int app, DayRule rule, Instant now) {
        lock(app);
        repository.add(app, rule, now);
        return repository.get(app, rule);
    }

    /**
     * Waits for whoever else counts an app's events, or changes what follows from them, until the transaction ends. Before
     * locks of boards, and before that of the event log.
     */
    public void lock(int app) {
        repository.lock(app);
    }

    /**
     * Claims background work of an app until the transaction ends, without waiting. Returns false if another transaction
     * has it. To be called before {@link #lock}.
     */
    public boolean claim(String work, int app) {
        return repository.claim(work, app);
    }

    /** The rules that the app's events are counted by, in order of id. */
    public List<StoredDayRule> ofApp(int app) {
        return repository.ofApp(app);
    }
}
