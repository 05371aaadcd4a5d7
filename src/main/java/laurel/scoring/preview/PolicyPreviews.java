package laurel.scoring.preview;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.Tallies;
import laurel.activity.retention.ActivityRetention;
import laurel.activity.retention.ActivityRetention.EvaluatedDays;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.scoring.day.DayEvaluator;
import laurel.scoring.day.DayEvaluator.StreakLengths;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicy.StoredVersion;
import laurel.scoring.policy.ScoringPolicyVersion;
import laurel.scoring.policy.TargetLeaderboards;

/** Previews how versions of policies would change ranks on past days. */
@Singleton
public class PolicyPreviews {
    /** Number of tallies that are scored at once. */
    private static final int BATCH = 1_000;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final TargetLeaderboards targets;
    private final Tallies tallies;
    private final DayEvaluator evaluator;
    private final ActivityRetention retention;
    private final int maxDays;

    /** @param maxDays maximum number of participants' days in a preview */
    PolicyPreviews(
            Sql sql,
            ScoringPolicies policies,
            TargetLeaderboards targets,
            Tallies tallies,
            DayEvaluator evaluator,
            ActivityRetention retention,
            @Value("${laurel.limits.preview-days:200000}") int maxDays) {
        this.sql = sql;
        this.policies = policies;
        this.targets = targets;
        this.tallies = tallies;
        this.evaluator = evaluator;
        this.retention = retention;
        this.maxDays = maxDays;
    }

    /**
     * A preview to run.
     *
     * @param endDate inclusive
     * @param first   number of changes to return
     */
    @Introspected
    public record PreviewRequest(
            String scoringPolicyKey,
            int versionNumber,
            String pillar,
            LocalDate startDate,
            LocalDate endDate,
            int first) {}

    /**
     * Runs a preview. Empty if the policy, version or pillar does not exist. Throws LIMIT_EXCEEDED if the participants were
     * active on too many days, and
     * ACTIVITY_INCOMPLETE if they were active on a day of which a burst rule has not evaluated all events.
     */
    public Optional<ScoringPolicyPreview> run(int app, PreviewRequest request) {
        return sql.inTransaction(() -> policies.byKey(app, request.scoringPolicyKey())
                .flatMap(policy -> policy.version(request.versionNumber())
                        .filter(version -> version.rules().pillar(request.pillar()) != null)
                        .map(version -> run(policy, version, request))));
    }

    private ScoringPolicyPreview run(ScoringPolicy policy, StoredVersion version, PreviewRequest request) {
        Map<Integer, Leaderboard> leaderboards = targets.of(List.of(policy));
        var sums = new PreviewSums();
        EvaluatedDays evaluated = retention.evaluatedDays(policy.versions().stream()
                .flatMap(one -> Stream.ofNullable(one.rules().burstRuleId()))
                .collect(toSet()));
        var comparison = new Comparison(
                policy, leaderboards, policy.scorer(version, leaderboards), request.pillar(), evaluated, sums);
        try (Stream<DailyTally> all = tallies.between(policy.dayRuleId(), request.startDate(), request.endDate())) {
            Iterator<DailyTally> remaining = all.iterator();
            for (int read = 0; remaining.hasNext(); read += BATCH) {
                if (read >= maxDays) {
                    throw new RequestException(
                            RequestErrorCode.LIMIT_EXCEEDED,
                            "Participants were active on more than " + maxDays
                                    + " days from `startDate` to `endDate`; at most " + maxDays + " are allowed.");
                }
                comparison.add(batch(remaining));
            }
        }
        Integer targetId = policy.leaderboardId(request.pillar());
        Leaderboard target = targetId == null ? null : leaderboards.get(targetId);
        List<ScoringPolicyPreviewChange> changes =
                sums.changes(target == null ? SortOrder.DESCENDING : target.sortOrder());
        return new ScoringPolicyPreview(
                policy,
                new ScoringPolicyVersion(policy, version),
                request.pillar(),
                request.startDate(),
                request.endDate(),
                sums.participantCount(),
                changes.size(),
                changes.subList(0, Math.min(request.first(), changes.size())));
    }

    private static List<DailyTally> batch(Iterator<DailyTally> remaining) {
        List<DailyTally> batch = new ArrayList<>();
        while (remaining.hasNext() && batch.size() < BATCH) {
            batch.add(remaining.next());
        }
        return batch;
    }

    /** Adds up the scores of days by the active versions and by the previewed version. */
    private final class Comparison {
        private final ScoringPolicy policy;
        private final Map<Integer, Leaderboard> leaderboards;
        private final DayScorer previewed;
        private final String pillar;
        private final EvaluatedDays evaluated;
        private final PreviewSums sums;
        private final Map<Integer, DayScorer> active = new HashMap<>();

        Comparison(
                ScoringPolicy policy,
                Map<Integer, Leaderboard> leaderboards,
                DayScorer previewed,
                String pillar,
                EvaluatedDays evaluated,
                PreviewSums sums) {
            this.policy = policy;
            this.leaderboards = leaderboards;
            this.previewed = previewed;
            this.pillar = pillar;
            this.evaluated = evaluated;
            this.sums = sums;
        }

        void add(List<DailyTally> batch) {
            List<DayScorer> scorers = new ArrayList<>(List.of(previewed));
            batch.forEach(tally -> scorers.add(activeScorer(tally)));
            Map<CountedDay, DailyTally> counted = counted(batch);
            StreakLengths lengths =
                    evaluator.streakLengths(batch.stream().map(DailyTally::day).toList(), scorers);
            for (DailyTally tally : batch) {
                sums.add(
                        tally.day().participantId(),
                        score(activeScorer(tally), tally, counted, lengths),
                        score(previewed, tally, counted, lengths));
            }
        }

        private DayScorer activeScorer(DailyTally tally) {
            StoredVersion version = policy.versionOn(tally.day().day());
            return requireNonNull(
                    active.computeIfAbsent(version.number(), number -> policy.scorer(version, leaderboards)));
        }

        /** Returns the tallies without muted events, of versions that mute some. */
        private Map<CountedDay, DailyTally> counted(List<DailyTally> batch) {
            Set<CountedDay> days = batch.stream()
                    .flatMap(tally -> Stream.of(activeScorer(tally), previewed)
                            .map(scorer -> scorer.counted(tally.day()))
                            .filter(day -> day.burstRuleId() != null))
                    .collect(toSet());
            days.forEach(day -> evaluated.check(day.burstRuleId(), day.day().day()));
            return tallies.counted(days);
        }

        /**
         * Returns the score of the day. 0 if the version does not have the pillar.
         *
         * @param counted tallies of days without muted events
         */
        private BigDecimal score(
                DayScorer scorer, DailyTally all, Map<CountedDay, DailyTally> counted, StreakLengths lengths) {
            CountedDay day = scorer.counted(all.day());
            DailyTally tally =
                    day.burstRuleId() == null ? all : counted.getOrDefault(day, new DailyTally(all.day(), List.of()));
            return scorer.scores(tally, lengths.of(scorer, all.day())).getOrDefault(pillar, BigDecimal.ZERO);
        }
    }

    /** Difference of a participant's rank. */
    public record ScoringPolicyPreviewChange(
            long participantId, BigDecimal previousScore, BigDecimal score, int previousRank, int rank) {
        /** Returns the number of ranks gained or lost. */
        int distance() {
            return Math.abs(rankChange());
        }

        /** Returns the number of ranks gained; negative if ranks would be lost. */
        public int rankChange() {
            return previousRank - rank;
        }
    }

    /**
     * Differences of ranks between a version of a policy and the active versions.
     *
     * @param participantCount number of participants with activity on these days
     * @param changedCount     number of participants whose rank would differ
     * @param changes          first changes, largest first
     */
    public record ScoringPolicyPreview(
            ScoringPolicy scoringPolicy,
            ScoringPolicyVersion version,
            String pillar,
            LocalDate startDate,
            LocalDate endDate,
            int participantCount,
            int changedCount,
            List<ScoringPolicyPreviewChange> changes) {}
}
