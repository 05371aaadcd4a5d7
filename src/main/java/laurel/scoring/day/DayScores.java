package laurel.scoring.day;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.activity.ParticipantDay;
import laurel.leaderboard.Group;
import laurel.participant.Participants;
import laurel.scoring.day.StoredScoreRepository.Stretch;
import laurel.scoring.policy.FedBoards;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.scoring.policy.ScoringVersion;
import laurel.streak.run.StreakChange;

/**
 * Keeps what days come to, and tells boards the differences. All within the caller's transaction, which holds the lock of
 * the app's activity: nobody else changes the scores of its days.
 */
@Singleton
class DayScores {
    /** Days that are scored by the same statements. */
    private static final int PART = 500;

    private final ScoringPolicyRepository policies;
    private final StoredScoreRepository repository;
    private final DueDayRepository due;
    private final DayEvaluations evaluations;
    private final FedBoards boards;
    private final Participants participants;
    private final DaySubmissions submissions;
    private final int most;

    /** @param most days that one transaction scores at once because streaks changed on them */
    DayScores(
            ScoringPolicyRepository policies,
            StoredScoreRepository repository,
            DueDayRepository due,
            DayEvaluations evaluations,
            FedBoards boards,
            Participants participants,
            DaySubmissions submissions,
            @Value("${laurel.limits.rescored-days:200}") int most) {
        this.policies = policies;
        this.repository = repository;
        this.due = due;
        this.evaluations = evaluations;
        this.boards = boards;
        this.participants = participants;
        this.submissions = submissions;
        this.most = most;
    }

    /**
     * Scores the days of which something has changed. Of the days on which only streaks have changed, many are left to
     * {@link Rescoring}: a late event may change those of years.
     *
     * @param counted whose tallies have
     * @param streaks on which streaks are of another length; of these only days that came to something matter
     * @param groups  where participants belong, by id
     */
    void follow(
            int app,
            Collection<ParticipantDay> counted,
            Collection<StreakChange> streaks,
            Map<Long, Group> groups,
            Instant now) {
        List<ScoringPolicy> every = policies.activated(app);
        every.stream().filter(ScoringPolicy::isArchived).forEach(policy -> remember(policy, counted, streaks));
        List<ScoringPolicy> all =
                every.stream().filter(policy -> !policy.isArchived()).toList();
        Set<PolicyDay> days = new LinkedHashSet<>();
        all.forEach(policy -> days.addAll(days(policy, counted)));
        List<Stretch> stretches =
                all.stream().flatMap(policy -> stretches(policy, streaks)).toList();
        DueDayRanges when = DueDayRanges.of(stretches, days, most);
        if (!when.atOnce().isEmpty()) {
            days.addAll(repository.within(when.atOnce()));
        }
        if (!when.later().isEmpty()) {
            due.add(app, when.later(), false);
        }
        score(app, all, List.copyOf(days), groups, now);
    }

    /** Notes what an archived policy scores once it is active again. */
    private void remember(ScoringPolicy policy, Collection<ParticipantDay> counted, Collection<StreakChange> streaks) {
        List<PolicyDay> days = days(policy, counted);
        if (!days.isEmpty()) {
            due.addDays(policy.appId(), days);
        }
        List<Stretch> stretches = stretches(policy, streaks).toList();
        if (!stretches.isEmpty()) {
            due.add(policy.appId(), stretches, true);
        }
    }

    private static List<PolicyDay> days(ScoringPolicy policy, Collection<ParticipantDay> counted) {
        return counted.stream()
                .filter(day -> day.dayRuleId() == policy.dayRuleId())
                .map(day -> new PolicyDay(policy.id(), day))
                .toList();
    }

    /** The days of a policy on which one of its streaks has changed. */
    private static Stream<Stretch> stretches(ScoringPolicy policy, Collection<StreakChange> streaks) {
        return streaks.stream()
                .filter(change -> policy.usesStreak(change.streakId()))
                .map(change -> new Stretch(
                        policy.id(), policy.dayRuleId(), change.participantId(), change.from(), change.through()));
    }

    /** Scores these days of these policies, whatever is kept of them. */
    void score(int app, List<ScoringPolicy> all, List<PolicyDay> days, Map<Long, Group> groups, Instant now) {
        boolean locked = false;
        for (int from = 0; from < days.size(); from += PART) {
            List<PolicyDay> part = days.subList(from, Math.min(days.size(), from + PART));
            Scoring scoring = scoring(app, all, part, groups);
            List<ScoreDifference> differences = differences(scoring, part);
            if (!differences.isEmpty()) {
                // All at once, in their order: by parts a later one could ask for a board that comes before those held.
                if (!locked && days.size() > PART) {
                    boards.lock(app, all);
                    locked = true;
                }
                repository.write(submissions.submit(app, scoring, differences, now));
            }
        }
    }

    private Scoring scoring(int app, List<ScoringPolicy> all, List<PolicyDay> days, Map<Long, Group> groups) {
        Set<Long> whose = days.stream().map(day -> day.day().participantId()).collect(toSet());
        return new Scoring(
                all.stream().collect(toMap(ScoringPolicy::id, Function.identity())),
                boards.of(all),
                participants.byIds(app, whose),
                groups);
    }

    private List<ScoreDifference> differences(Scoring scoring, List<PolicyDay> days) {
        Map<PolicyDay, ScoringVersion> versions = new LinkedHashMap<>();
        for (PolicyDay day : days) {
            ScoringPolicy policy = scoring.policy(day);
            versions.put(day, policy.scoring(policy.on(day.day().day()), scoring.boards()));
        }
        Map<PolicyDay, List<StoredScore>> kept = repository.ofDays(days);
        List<ScoreDifference> differences = new ArrayList<>();
        evaluations
                .of(versions)
                .forEach((day, scored) ->
                        differences.addAll(scoring.differences(day, scored, kept.getOrDefault(day, List.of()))));
        return differences.stream().filter(ScoreDifference::changes).toList();
    }
}
