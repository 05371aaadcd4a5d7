package laurel.policy;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.Attempts;
import laurel.database.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
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
     * in the background. Refuses, in this order: SCORING_POLICY_NOT_FOUND,
     * SCORING_POLICY_VERSION_NOT_FOUND, LEADERBOARD_NOT_SUITABLE, INVALID_START_DATE.
     *
     * @param from null is today, in the zone of the policy's days
     */
    ScoringPolicy make(int app, String key, int version, @Nullable LocalDate from, Instant now) {
        rescoring.prepare(now);
        return Attempts.inTransaction(sql, () -> {
            dayRules.lock(app);
            ScoringPolicy policy = known(app, key);
            if (policy.version(version).isEmpty()) {
                throw new RefusedException(
                        ErrorCode.SCORING_POLICY_VERSION_NOT_FOUND,
                        "The policy `" + key + "` has no version " + version + "; its latest is "
                                + policy.versions().size() + ".",
                        "versionNumber");
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
        return policies.byKey(app, key).orElseThrow(() -> ScoringPolicies.unknown(key, "scoringPolicyKey"));
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
                            throw new RefusedException(
                                    ErrorCode.LEADERBOARD_NOT_SUITABLE,
                                    "It feeds the leaderboard `" + board.key() + "`. " + misfit.message(),
                                    "versionNumber");
                        }));
    }

    private static void check(ScoringPolicy policy, LocalDate from, LocalDate today) {
        LocalDate last = policy.inForce().getLast().from();
        if (from.isBefore(last)) {
            throw refused(from, "must not be before " + last + ", when another version was activated.");
        }
        LocalDate earliest = today.minusDays(MOST_DAYS);
        LocalDate latest = today.plusDays(MOST_DAYS);
        if (from.isBefore(earliest) || from.isAfter(latest)) {
            throw refused(from, "must be " + earliest + " to " + latest + ".");
        }
    }

    private static RefusedException refused(LocalDate from, String rule) {
        return new RefusedException(
                ErrorCode.DATE_OUT_OF_RANGE, "`startDate` is " + from + "; it " + rule, "startDate");
    }
}
