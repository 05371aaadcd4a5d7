package laurel.scoring.day;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.participant.Participants;
import laurel.scoring.day.DayEvaluator.StreakLengths;
import laurel.scoring.day.DayScoreRepository.PolicyDayRange;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.scoring.policy.ActivatedPolicies;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.TargetLeaderboards;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;
import laurel.streak.run.StreakChange;

/**
 * Scores days, stores the scores and submits the differences to leaderboards. Works within the caller's transaction, which
 * holds the lock of the app's scores: no other transaction changes scores of the app's days.
 */
@Singleton
class DayScoreWriter {
    /** Number of days that the same statements score. */
    private static final int BATCH = 500;
    /** Parts of differences that are submitted together: as many as a batch has without hours, with 20 pillars. */
    private static final int PARTS = 10_000;

    private final ActivatedPolicies policies;
    private final DayScoreRepository repository;
    private final ChangedDayRepository changedDays;
    private final RescoreRangeRepository rescoreRanges;
    private final Tallies tallies;
    private final DayEvaluator evaluator;
    private final HourlyScores hourlyScores;
    private final TargetLeaderboards targets;
    private final Participants participants;
    private final DayRules dayRules;
    private final ScoreDifferenceSubmitter submitter;
    private final int maxStreakDays;

    /** @param maxStreakDays maximum number of days that a transaction scores because only streaks changed on them */
    DayScoreWriter(
            ActivatedPolicies policies,
            DayScoreRepository repository,
            ChangedDayRepository changedDays,
            RescoreRangeRepository rescoreRanges,
            Tallies tallies,
            DayEvaluator evaluator,
            HourlyScores hourlyScores,
            TargetLeaderboards targets,
            Participants participants,
            DayRules dayRules,
            ScoreDifferenceSubmitter submitter,
            @Value("${laurel.limits.rescored-days:200}") int maxStreakDays) {
        this.policies = policies;
        this.repository = repository;
        this.changedDays = changedDays;
        this.rescoreRanges = rescoreRanges;
        this.tallies = tallies;
        this.evaluator = evaluator;
        this.hourlyScores = hourlyScores;
        this.targets = targets;
        this.participants = participants;
        this.dayRules = dayRules;
        this.submitter = submitter;
        this.maxStreakDays = maxStreakDays;
    }

    /**
     * Scores days after a change of tallies or streaks. If only streaks changed, only days with stored scores are scored, and
     * {@link RescoreBacklog} scores many of them: a late event may change the streaks of years.
     *
     * @param tallied days with changed tallies
     * @param streaks days with changed lengths of streaks
     * @param received when the changes were received
     */
    void update(int app, Collection<ParticipantDay> tallied, Collection<StreakChange> streaks, ReceivedTimes received) {
        List<ScoringPolicy> all = policies.of(app);
        all.stream().filter(ScoringPolicy::isArchived).forEach(policy -> defer(policy, tallied, streaks));
        List<ScoringPolicy> active =
                all.stream().filter(policy -> !policy.isArchived()).toList();
        Set<PolicyDay> days = new LinkedHashSet<>();
        active.forEach(policy -> days.addAll(days(policy, tallied)));
        List<PolicyDayRange> ranges =
                active.stream().flatMap(policy -> ranges(policy, streaks)).toList();
        RescoreSchedule schedule = RescoreSchedule.of(ranges, days, maxStreakDays);
        if (!schedule.immediate().isEmpty()) {
            days.addAll(repository.within(schedule.immediate()));
        }
        if (!schedule.deferred().isEmpty()) {
            rescoreRanges.add(app, schedule.deferred(), false);
        }
        score(app, active, List.copyOf(days), received);
    }

    /** Stores the days that an archived policy scores after it is unarchived. */
    private void defer(ScoringPolicy policy, Collection<ParticipantDay> tallied, Collection<StreakChange> streaks) {
        List<PolicyDay> days = days(policy, tallied);
        if (!days.isEmpty()) {
            rescoreRanges.addDays(policy.appId(), days);
        }
        List<PolicyDayRange> ranges = ranges(policy, streaks).toList();
        if (!ranges.isEmpty()) {
            rescoreRanges.add(policy.appId(), ranges, true);
        }
    }

    private static List<PolicyDay> days(ScoringPolicy policy, Collection<ParticipantDay> tallied) {
        return tallied.stream()
                .filter(day -> day.dayRuleId() == policy.dayRuleId())
                .map(day -> new PolicyDay(policy.id(), day))
                .toList();
    }

    /** Returns the days of a policy on which a multiplier may have changed with the length of its streak. */
    private static Stream<PolicyDayRange> ranges(ScoringPolicy policy, Collection<StreakChange> streaks) {
        return streaks.stream().collect(groupingBy(StreakChange::streakId)).entrySet().stream()
                .flatMap(streak -> {
                    int maxDayCount = policy.maxDayCount(streak.getKey());
                    return maxDayCount == 0
                            ? Stream.<PolicyDayRange>empty()
                            : streak.getValue().stream().map(change -> range(policy, change, maxDayCount));
                })
                .filter(range -> !range.endDate().isBefore(range.startDate()));
    }

    private static PolicyDayRange range(ScoringPolicy policy, StreakChange change, int maxDayCount) {
        return new PolicyDayRange(
                policy.id(),
                policy.dayRuleId(),
                change.participantId(),
                change.startDate(),
                change.endDate(maxDayCount));
    }

    /** Scores days, whether or not they have stored scores. */
    void score(int app, List<ScoringPolicy> all, List<PolicyDay> days, ReceivedTimes received) {
        boolean locked = false;
        for (int from = 0; from < days.size(); from += BATCH) {
            List<PolicyDay> batch = days.subList(from, Math.min(days.size(), from + BATCH));
            ScoringContext read = context(app, all, batch, received);
            EvaluatedDays evaluated = evaluate(read, read.existing(batch));
            List<ScoreDifference> differences = evaluated.differences();
            if (!differences.isEmpty()) {
                // Locks all leaderboards of these policies at once, in their order: a later batch could need one that
                // comes before the locked ones. The caller may have locked those of its policy.
                List<List<ScoreDifference>> chunks = chunks(differences);
                if (!locked && (days.size() > BATCH || chunks.size() > 1)) {
                    targets.lock(app, concerned(all, days));
                    locked = true;
                }
                chunks.forEach(chunk -> repository.write(submitter.submit(app, evaluated.context, chunk)));
            }
        }
    }

    private static List<ScoringPolicy> concerned(List<ScoringPolicy> all, List<PolicyDay> days) {
        Set<Integer> ids = days.stream().map(PolicyDay::policyId).collect(toSet());
        return all.stream().filter(policy -> ids.contains(policy.id())).toList();
    }

    /** Submits what the later windows have not received of scores of days. */
    void submitToLater(int app, List<StoredPillarScore> scores, ReceivedTimes received) {
        if (scores.isEmpty()) {
            return;
        }
        List<PolicyDay> days =
                scores.stream().map(StoredPillarScore::day).distinct().toList();
        ScoringContext context =
                context(app, policies.of(app), days, received).with(List.of(), tallies.groups(participantIds(days)));
        Set<PolicyDay> existing = Set.copyOf(context.existing(days));
        List<ScoreDifference> differences = new ArrayList<>();
        List<StoredPillarScore> impossible = new ArrayList<>();
        for (StoredPillarScore score : scores) {
            Optional<ScoreDifference> difference =
                    existing.contains(score.day()) ? context.toLater(score) : Optional.empty();
            difference.ifPresentOrElse(differences::add, () -> impossible.add(score.notDue()));
        }
        if (!differences.isEmpty()) {
            repository.write(submitter.submit(app, context, differences));
        }
        if (!impossible.isEmpty()) {
            repository.write(impossible);
        }
    }

    private static List<List<ScoreDifference>> chunks(List<ScoreDifference> differences) {
        List<List<ScoreDifference>> chunks = new ArrayList<>();
        int parts = PARTS;
        for (ScoreDifference difference : differences) {
            int more = difference.pending().size();
            if (chunks.isEmpty() || parts + more > PARTS) {
                chunks.add(new ArrayList<>());
                parts = 0;
            }
            chunks.getLast().add(difference);
            parts += more;
        }
        return chunks;
    }

    private Map<Integer, StoredDayRule> dayRules(int app, List<ScoringPolicy> all) {
        List<StoredDayRule> rules = all.stream()
                .map(policy -> StoredDayRule.of(policy.dayRuleId(), policy.dayRule()))
                .distinct()
                .toList();
        return dayRules.withTimeZones(app, rules).stream().collect(toMap(StoredDayRule::id, Function.identity()));
    }

    /** Reads the data for scoring days, without the groups of participants. */
    private ScoringContext context(int app, List<ScoringPolicy> all, List<PolicyDay> days, ReceivedTimes received) {
        return new ScoringContext(
                all.stream().collect(toMap(ScoringPolicy::id, Function.identity())),
                targets.current(all),
                participants.byIds(app, participantIds(days)),
                Map.of(),
                dayRules(app, all),
                received);
    }

    private static Set<Long> participantIds(Collection<PolicyDay> days) {
        return days.stream().map(day -> day.day().participantId()).collect(toSet());
    }

    /** Scores of days, with those that are stored, and by hour. */
    private record EvaluatedDays(
            ScoringContext context,
            Map<PolicyDay, List<PillarScore>> scores,
            Map<PolicyDay, List<StoredPillarScore>> stored,
            Map<PolicyDay, Map<String, ScoreParts>> hours) {
        private List<ScoreDifference> differences() {
            List<ScoreDifference> differences = new ArrayList<>();
            scores.forEach((day, ofDay) -> differences.addAll(context.differences(
                    day, ofDay, stored.getOrDefault(day, List.of()), hours.getOrDefault(day, Map.of()))));
            return differences.stream().filter(ScoreDifference::isChange).toList();
        }
    }

    private EvaluatedDays evaluate(ScoringContext read, List<PolicyDay> days) {
        Map<PolicyDay, DayScorer> scorers = new LinkedHashMap<>();
        for (PolicyDay day : days) {
            ScoringPolicy policy = read.policy(day);
            scorers.put(day, policy.scorer(policy.versionOn(day.day().day()), read.leaderboards()));
        }
        Map<PolicyDay, List<StoredPillarScore>> stored = repository.ofDays(days);
        StreakLengths lengths = evaluator.streakLengths(scorers);
        Map<CountedDay, DailyTally> counted = evaluator.tallies(scorers);
        Map<PolicyDay, List<PillarScore>> scores = DayEvaluator.evaluate(scorers, counted, lengths);
        // After the tallies: the events that they count have reported these groups, and are stored as changes or were
        // scored before.
        ScoringContext context = read.with(
                changedDays.received(days.stream().map(PolicyDay::day).collect(toSet())),
                tallies.groups(participantIds(days)));
        return new EvaluatedDays(
                context, scores, stored, hourlyScores.of(context, scorers, scores, counted, stored, lengths));
    }
}
