package laurel.scoring.day;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import laurel.activity.retention.ActivityRetention;
import laurel.activity.retention.ActivityRetention.EvaluatedDays;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.scoring.policy.TargetLeaderboards;

/** Reads the scores of days with their terms. */
@Singleton
public class DayScores {
    /** Maximum number of participants' days per request: a month of 160 participants. */
    private static final int MAX_DAYS = 5_000;

    private final Sql sql;
    private final ScoringPolicyRepository policies;
    private final DayScoreRepository repository;
    private final TargetLeaderboards targets;
    private final DayEvaluator evaluator;
    private final ActivityRetention retention;

    DayScores(
            Sql sql,
            ScoringPolicyRepository policies,
            DayScoreRepository repository,
            TargetLeaderboards targets,
            DayEvaluator evaluator,
            ActivityRetention retention) {
        this.sql = sql;
        this.policies = policies;
        this.repository = repository;
        this.targets = targets;
        this.evaluator = evaluator;
        this.retention = retention;
    }

    /** Days of a participant by a policy. Both dates are inclusive. */
    public record ScoredDayRange(long participantId, String policyKey, LocalDate startDate, LocalDate endDate) {
        private List<PolicyDay> days(ScoringPolicy policy) {
            return startDate
                    .datesUntil(endDate.plusDays(1))
                    .map(day -> new PolicyDay(policy.id(), new ParticipantDay(policy.dayRuleId(), participantId, day)))
                    .toList();
        }
    }

    /** Throws LIMIT_EXCEEDED if a request asks for too many days. */
    private static void checkDays(Collection<ScoredDayRange> ranges) {
        long days = ranges.stream()
                .mapToLong(range -> ChronoUnit.DAYS.between(range.startDate(), range.endDate()) + 1)
                .sum();
        if (days > MAX_DAYS) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "`dayScores` must have at most " + MAX_DAYS + " days of all participants in a request.");
        }
    }

    /**
     * Returns the days of each range that have tallies or stored scores. Empty if the policy does not exist. Throws
     * ACTIVITY_INCOMPLETE if a burst rule has not evaluated all events of such a day.
     */
    public Map<ScoredDayRange, List<DayScore>> of(int app, Collection<ScoredDayRange> ranges) {
        checkDays(ranges);
        return sql.inTransaction(() -> {
            Map<String, ScoringPolicy> known =
                    policies.activated(app).stream().collect(toMap(ScoringPolicy::key, Function.identity()));
            Map<ScoredDayRange, List<PolicyDay>> days = new HashMap<>();
            for (ScoredDayRange range : ranges) {
                ScoringPolicy policy = known.get(range.policyKey());
                days.put(range, policy == null ? List.of() : range.days(policy));
            }
            Map<PolicyDay, DayScore> scores = scores(known.values(), days.values());
            Map<ScoredDayRange, List<DayScore>> result = new HashMap<>();
            days.forEach((range, ofRange) -> result.put(
                    range,
                    ofRange.stream()
                            .filter(scores::containsKey)
                            .map(scores::get)
                            .toList()));
            return result;
        });
    }

    private Map<PolicyDay, DayScore> scores(Collection<ScoringPolicy> known, Collection<List<PolicyDay>> ranges) {
        List<PolicyDay> days = ranges.stream().flatMap(List::stream).distinct().toList();
        if (days.isEmpty()) {
            return Map.of();
        }
        Map<Integer, ScoringPolicy> byId = known.stream().collect(toMap(ScoringPolicy::id, Function.identity()));
        Map<Integer, Leaderboard> leaderboards = targets.of(known);
        Map<PolicyDay, DayScorer> scorers = new HashMap<>();
        days.forEach(day -> {
            ScoringPolicy policy = requireNonNull(byId.get(day.policyId()));
            scorers.put(day, policy.scorer(policy.versionOn(day.day().day()), leaderboards));
        });
        Map<CountedDay, DailyTally> dailyTallies = evaluator.tallies(scorers);
        Map<PolicyDay, List<StoredPillarScore>> stored = repository.ofDays(days);
        scorers.entrySet()
                .removeIf(scored -> !dailyTallies.containsKey(
                                scored.getValue().counted(scored.getKey().day()))
                        && !stored.containsKey(scored.getKey()));
        checkEvaluated(scorers);
        Map<PolicyDay, DayScore> scores = new HashMap<>();
        DayEvaluator.evaluate(scorers, dailyTallies, evaluator.streakLengths(scorers))
                .forEach((day, pillars) -> scores.put(
                        day,
                        new DayScore(
                                requireNonNull(byId.get(day.policyId())),
                                day.day().day(),
                                requireNonNull(scorers.get(day)).versionNumber(),
                                pillars,
                                stored.getOrDefault(day, List.of()))));
        return scores;
    }

    private void checkEvaluated(Map<PolicyDay, DayScorer> scorers) {
        EvaluatedDays evaluated = retention.evaluatedDays(scorers.values().stream()
                .flatMap(scorer -> Stream.ofNullable(scorer.rules().burstRuleId()))
                .collect(toSet()));
        scorers.forEach((day, scorer) ->
                evaluated.check(scorer.rules().burstRuleId(), day.day().day()));
    }

    /**
     * Scores of a participant's day.
     *
     * @param versionNumber number of the version that scored the day
     * @param stored        stored scores; a pillar with the score 0 may be absent
     */
    public record DayScore(
            ScoringPolicy policy,
            LocalDate date,
            int versionNumber,
            List<PillarScore> pillars,
            List<StoredPillarScore> stored) {
        /** Returns the submitted part of a pillar's score, with the score's decimals. */
        public BigDecimal submittedScore(PillarScore pillar) {
            return stored.stream()
                    .filter(score -> score.pillar().equals(pillar.name()))
                    .map(StoredPillarScore::submittedScore)
                    .findFirst()
                    .orElse(BigDecimal.ZERO)
                    .setScale(pillar.score().scale(), RoundingMode.HALF_UP);
        }
    }
}
