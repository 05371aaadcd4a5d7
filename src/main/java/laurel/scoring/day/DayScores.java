package laurel.scoring.day;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

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
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.scoring.policy.TargetLeaderboards;

/** Tells what days came to, and why. */
@Singleton
public class DayScores {
    /** Days of participants that are read at once: a month of 160 participants. */
    private static final int MOST_DAYS = 5_000;

    private final Sql sql;
    private final ScoringPolicyRepository policies;
    private final DayScoreRepository repository;
    private final TargetLeaderboards fed;
    private final Tallies tallies;
    private final DayEvaluator evaluations;

    DayScores(
            Sql sql,
            ScoringPolicyRepository policies,
            DayScoreRepository repository,
            TargetLeaderboards fed,
            Tallies tallies,
            DayEvaluator evaluations) {
        this.sql = sql;
        this.policies = policies;
        this.repository = repository;
        this.fed = fed;
        this.tallies = tallies;
        this.evaluations = evaluations;
    }

    /** Days of a participant, the last of them included. */
    public record Asked(long participantId, String policy, LocalDate from, LocalDate through) {
        private List<PolicyDay> days(ScoringPolicy policy) {
            return from.datesUntil(through.plusDays(1))
                    .map(day -> new PolicyDay(policy.id(), new ParticipantDay(policy.dayRuleId(), participantId, day)))
                    .toList();
        }
    }

    /** Throws LIMIT_EXCEEDED where these are more days than are read at once. */
    private static void checkDays(Collection<Asked> asked) {
        long days = asked.stream()
                .mapToLong(one -> ChronoUnit.DAYS.between(one.from(), one.through()) + 1)
                .sum();
        if (days > MOST_DAYS) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "`dayScores` must have at most " + MOST_DAYS + " days of all participants in a request.");
        }
    }

    /** The days of each of these on which something was counted, or is kept; none of policies that the app does not have. */
    public Map<Asked, List<DayScore>> of(int app, Collection<Asked> asked) {
        checkDays(asked);
        return sql.inTransaction(() -> {
            Map<String, ScoringPolicy> known =
                    policies.activated(app).stream().collect(toMap(ScoringPolicy::key, Function.identity()));
            Map<Asked, List<PolicyDay>> days = new HashMap<>();
            for (Asked one : asked) {
                ScoringPolicy policy = known.get(one.policy());
                days.put(one, policy == null ? List.of() : one.days(policy));
            }
            Map<PolicyDay, DayScore> found = found(known.values(), days.values());
            Map<Asked, List<DayScore>> of = new HashMap<>();
            days.forEach((one, its) -> of.put(
                    one, its.stream().filter(found::containsKey).map(found::get).toList()));
            return of;
        });
    }

    private Map<PolicyDay, DayScore> found(Collection<ScoringPolicy> known, Collection<List<PolicyDay>> asked) {
        List<PolicyDay> days = asked.stream().flatMap(List::stream).distinct().toList();
        if (days.isEmpty()) {
            return Map.of();
        }
        Map<Integer, ScoringPolicy> byId = known.stream().collect(toMap(ScoringPolicy::id, Function.identity()));
        Map<Integer, Leaderboard> boards = fed.of(known);
        Map<ParticipantDay, DailyTally> counted =
                tallies.of(days.stream().map(PolicyDay::day).distinct().toList());
        Map<PolicyDay, List<StoredPillarScore>> kept = repository.ofDays(days);
        Map<PolicyDay, DayScorer> versions = new HashMap<>();
        days.stream()
                .filter(day -> counted.containsKey(day.day()) || kept.containsKey(day))
                .forEach(day -> {
                    ScoringPolicy policy = requireNonNull(byId.get(day.policyId()));
                    versions.put(day, policy.scoring(policy.on(day.day().day()), boards));
                });
        Map<PolicyDay, DayScore> found = new HashMap<>();
        evaluations
                .of(versions, counted)
                .forEach((day, pillars) -> found.put(
                        day,
                        new DayScore(
                                requireNonNull(byId.get(day.policyId())),
                                day.day().day(),
                                requireNonNull(versions.get(day)).number(),
                                pillars,
                                kept.getOrDefault(day, List.of()))));
        return found;
    }

    /**
     * What a day of a participant came to, and why.
     *
     * @param version number of the policy's version that scores it
     * @param kept    what is kept of it; a pillar that came to nothing may be absent
     */
    public record DayScore(
            ScoringPolicy policy, LocalDate day, int version, List<PillarScore> pillars, List<StoredPillarScore> kept) {
        /** What of a pillar's score was submitted, with as many decimals as that. */
        public BigDecimal taken(PillarScore pillar) {
            return kept.stream()
                    .filter(score -> score.pillar().equals(pillar.name()))
                    .map(StoredPillarScore::taken)
                    .findFirst()
                    .orElse(BigDecimal.ZERO)
                    .setScale(pillar.score().scale(), RoundingMode.HALF_UP);
        }
    }
}
