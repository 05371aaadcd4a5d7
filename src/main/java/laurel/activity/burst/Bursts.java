package laurel.activity.burst;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import laurel.activity.burst.BurstRepository.UnevaluatedRule;
import laurel.activity.burst.BurstSegment.BurstEvent;
import laurel.database.sql.Sql;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** The burst rules of apps, and the events that they mute. The caller's transaction holds the app's activity lock. */
@Singleton
public class Bursts {
    /** Maximum number of an app's rules: each new event is evaluated by all of them. */
    private static final int MAX_RULES = 50;
    /** Participants whose earlier events a part evaluates. */
    private static final int PARTICIPANTS = 50;
    /** Events that a part mutes. */
    private static final int MUTED_EVENTS = 5_000;

    private final Sql sql;
    private final BurstRepository repository;

    Bursts(Sql sql, BurstRepository repository) {
        this.sql = sql;
        this.repository = repository;
    }

    /** An event that a rule mutes. */
    @Introspected
    public record MutedEvent(int burstRuleId, long eventId) {}

    /**
     * Returns the id of a rule; stores it if the app does not have it. Earlier events are evaluated later, by {@link
     * #muteEarlier}. Refuses LIMIT_REACHED for more than 50 rules of the app.
     *
     * @param path the field that is reported
     */
    public int use(int app, BurstRule rule, String path) {
        List<StoredBurstRule> all = repository.ofApp(app);
        int existing = idOf(all, rule);
        if (existing > 0) {
            return existing;
        }
        if (all.size() >= MAX_RULES) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX_RULES,
                    "The scoring policies of the app have " + MAX_RULES
                            + " different burst rules in their versions; more are not allowed.",
                    path);
        }
        repository.add(app, rule);
        return idOf(repository.ofApp(app), rule);
    }

    private static int idOf(List<StoredBurstRule> all, BurstRule rule) {
        return all.stream()
                .filter(stored -> stored.rule().equals(rule))
                .mapToInt(StoredBurstRule::id)
                .findFirst()
                .orElse(0);
    }

    /** Returns the rules of an app, which are read together with the next statement of the transaction. */
    public Supplier<List<StoredBurstRule>> ofApp(int app) {
        return sql.later(() -> repository.ofApp(app));
    }

    /** Mutes the events of bursts that stored new events cause. Returns those that were not muted before. */
    public List<MutedEvent> mute(List<StoredBurstRule> rules, Collection<BurstEvent> newEvents) {
        List<BurstSegment> segments = BurstSegment.around(rules, newEvents);
        return segments.isEmpty() ? List.of() : repository.mute(segments, null);
    }

    /** Apps with rules that have yet to evaluate events that were stored before the rule. */
    public List<Integer> unevaluatedApps() {
        return repository.unevaluatedApps();
    }

    public long countUnevaluated() {
        return repository.countUnevaluated();
    }

    /** Whether a rule of the app has yet to evaluate events that were stored before it. */
    public boolean isUnevaluated(int app) {
        return !repository.unevaluated(app).isEmpty();
    }

    /** Mutes the next of the events that were stored before their rule. Returns those that were not muted before. */
    public List<MutedEvent> muteEarlier(int app) {
        UnevaluatedRule next = repository.unevaluated(app).getFirst();
        List<Long> participants = repository.participants(app, next.evaluatedTo(), PARTICIPANTS);
        List<MutedEvent> muted = participants.isEmpty()
                ? List.of()
                : repository.mute(
                        participants.stream()
                                .map(participant -> BurstSegment.all(next.stored(), participant))
                                .toList(),
                        MUTED_EVENTS);
        if (muted.size() < MUTED_EVENTS) {
            repository.advance(next.stored().id(), participants.size() < PARTICIPANTS ? null : participants.getLast());
        }
        return muted;
    }
}
