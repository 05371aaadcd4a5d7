package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The day rules that an app uses. */
@Singleton
public class DayRules {
    private final DayRuleRepository repository;

    DayRules(DayRuleRepository repository) {
        this.repository = repository;
    }

    /**
     * The app's row of a rule, which is made where there is none. From the commit on the app's events are counted by it; what was
     * received before is not.
     */
    public StoredDayRule use(Handle transaction, int app, DayRule rule, Instant now) {
        lock(transaction, app);
        return repository.use(transaction, app, rule, now);
    }

    /**
     * Waits for whoever else counts an app's events, or changes what follows from them, until the transaction ends. Before locks of
     * boards, and before that of the event log.
     */
    public void lock(Handle transaction, int app) {
        repository.lock(transaction, app);
    }

    /**
     * Claims background work of an app until the transaction ends, without waiting. Returns false if another transaction has it.
     * To be called before {@link #lock}.
     */
    boolean claim(Handle transaction, String work, int app) {
        return repository.claim(transaction, work, app);
    }

    /** The rules that the app's events are counted by, in order of id. */
    public List<StoredDayRule> ofApp(Handle handle, int app) {
        return repository.ofApp(handle, app);
    }
}
