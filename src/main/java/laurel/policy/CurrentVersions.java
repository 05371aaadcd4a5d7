package laurel.policy;

import static laurel.policy.ScoringPolicyInput.invalid;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.Attempts;
import laurel.database.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.streak.DayRules;
import org.jspecify.annotations.Nullable;

/** Puts versions of policies in force. */
@Singleton
class CurrentVersions {
    /** How many days ago a version may begin to be in force, and how many days from now. */
    static final int MOST_DAYS = 31;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final ScoringPolicyRepository repository;
    private final DayRules dayRules;
    private final DueDayRepository due;
    private final Rescoring rescoring;
    private final FedBoards fed;

    CurrentVersions(
            Sql sql,
            ScoringPolicies policies,
            ScoringPolicyRepository repository,
            DayRules dayRules,
            DueDayRepository due,
            Rescoring rescoring,
            FedBoards fed) {
        this.sql = sql;
        this.policies = policies;
        this.repository = repository;
        this.dayRules = dayRules;
        this.due = due;
        this.rescoring = rescoring;
        this.fed = fed;
    }

    /**
     * Has a version score from a day on. What was counted since is scored again: the first part in the same transaction, the rest
     * in the background. Refuses, in this order: SCORING_POLICY_NOT_FOUND, INVALID_POLICY.
     *
     * @param from null is today, in the zone of the policy's days
     */
    ScoringPolicy make(int app, String key, int version, @Nullable LocalDate from, Instant now) {
        rescoring.prepare(now);
        return Attempts.inTransaction(sql, () -> {
            dayRules.lock(app);
            ScoringPolicy policy = known(app, key);
            if (policy.version(version).isEmpty()) {
                throw ScoringPolicies.unknown("The policy has no such version.", "version");
            }
            checkBoards(policy, version);
            LocalDate today = now.atZone(policy.dayRule().timeZone()).toLocalDate();
            LocalDate first = from == null ? today : from;
            check(policy, first, today);
            repository.putInForce(policy.id(), first, version, now);
            ScoringPolicy after = known(app, key);
            // With the days that have begun elsewhere already.
            due.addCounted(after, first, today.plusDays(2));
            rescoring.part(app, now);
            return after;
        });
    }

    private ScoringPolicy known(int app, String key) {
        return policies.byKey(app, key)
                .orElseThrow(() -> ScoringPolicies.unknown("There is no scoring policy of this key.", "key"));
    }

    /** A board may have been changed by a release that let it become anything. */
    private void checkBoards(ScoringPolicy policy, int version) {
        Map<Integer, Leaderboard> boards = fed.of(List.of(policy));
        policy.version(version).stream()
                .flatMap(one -> one.rules().pillars().stream())
                .map(pillar -> policy.board(pillar.name()))
                .filter(Objects::nonNull)
                .map(boards::get)
                .filter(Objects::nonNull)
                .forEach(board -> new BoardFit(policy.dayRule())
                        .misfit(board.definition())
                        .ifPresent(misfit -> {
                            throw invalid(
                                    "It feeds the leaderboard " + board.key() + ". " + misfit.message(), "version");
                        }));
    }

    private static void check(ScoringPolicy policy, LocalDate from, LocalDate today) {
        LocalDate last = policy.inForce().getLast().from();
        if (from.isBefore(last)) {
            throw invalid(
                    "From " + last + " on another version is in force already; this takes that day or a later one.",
                    "from");
        }
        if (from.isBefore(today.minusDays(MOST_DAYS)) || from.isAfter(today.plusDays(MOST_DAYS))) {
            throw invalid("A version is put in force at most " + MOST_DAYS + " days ago, or from now.", "from");
        }
    }
}
