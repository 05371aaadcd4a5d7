package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.group.GroupTimeZones;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.group.TimeZones;

/**
 * The day rules of apps, and the lock of an app's activity, which has two parts: one for what is counted, and one for the scores
 * of days.
 */
@Singleton
public class DayRules {
    private final DayRuleRepository repository;
    private final TimeZones timeZones;

    DayRules(DayRuleRepository repository, TimeZones timeZones) {
        this.repository = repository;
        this.timeZones = timeZones;
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
     * Locks the activity of an app until the transaction ends: both parts, in the order {@link #lockCounts}, {@link #lockScores}.
     * All transactions that change what is derived from counts hold this lock. It is acquired before locks of leaderboards and of
     * the event log.
     */
    public void lock(int app) {
        repository.lock(app);
    }

    /**
     * Locks what is counted: tallies and streaks. Events are counted with this part only, so they do not wait while days are scored
     * in the background.
     */
    public void lockCounts(int app) {
        repository.lockCounts(app);
    }

    /** Locks the scores of days. A transaction with this part only sees tallies and streaks change from statement to statement. */
    public void lockScores(int app) {
        repository.lockScores(app);
    }

    /** Locks the scores of days without waiting. Returns false if another transaction holds this part. */
    public boolean tryLockScores(int app) {
        return repository.tryLockScores(app);
    }

    /**
     * Claims a backlog of an app until the transaction ends, without waiting. Returns false if another transaction holds it. To
     * be called before {@link #lock}.
     */
    public boolean claim(String backlog, int app) {
        return repository.claim(backlog, app);
    }

    /** Returns the rules by which the app's events are counted, with time zones of groups, ordered by id. */
    public List<StoredDayRule> ofApp(int app) {
        return withTimeZones(app, repository.ofApp(app));
    }

    /** Returns these rules of an app with the directory's time zones of groups, in the same order. */
    public List<StoredDayRule> withTimeZones(int app, List<StoredDayRule> rules) {
        Map<AppAttribute, GroupTimeZones> directory =
                timeZones.of(rules.stream().map(rule -> rule.rule().followedAttribute(app)));
        return rules.stream()
                .map(rule -> rule.rule()
                        .followedAttribute(app)
                        .map(attribute -> new StoredDayRule(rule.id(), rule.rule(), directory.get(attribute)))
                        .orElse(rule))
                .toList();
    }
}
