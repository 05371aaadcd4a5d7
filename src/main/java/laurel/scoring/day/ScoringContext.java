package laurel.scoring.day;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.UpdateMode;
import laurel.participant.Participant;
import laurel.score.submission.WindowScope;
import laurel.scoring.day.ScoreDifference.Target;
import laurel.scoring.policy.PillarScore;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.TargetWindows;
import laurel.streak.StoredDayRule;
import org.jspecify.annotations.Nullable;

/**
 * Data for scoring days, by id.
 *
 * @param leaderboards target leaderboards of the policies
 * @param participants participants of the days
 * @param groups       known groups of the participants
 * @param dayRules     day rules of the policies, with time zones of groups
 * @param received     when the changes were received
 */
record ScoringContext(
        Map<Integer, ScoringPolicy> policies,
        Map<Integer, Leaderboard> leaderboards,
        Map<Long, Participant> participants,
        Map<Long, Group> groups,
        Map<Integer, StoredDayRule> dayRules,
        ReceivedTimes received) {

    /** When changes of days of a participant were received first. Both dates are inclusive. */
    @Introspected
    record ReceivedChange(long participantId, LocalDate startDate, LocalDate endDate, Instant receivedAt) {
        private boolean concerns(LocalDate day) {
            return !day.isBefore(startDate) && !day.isAfter(endDate);
        }
    }

    /**
     * When the changes that are scored were received: windows accept their scores by these times.
     *
     * @param changes by participant
     * @param now     time of all other changes
     */
    record ReceivedTimes(Map<Long, List<ReceivedChange>> changes, Instant now) {
        static ReceivedTimes all(Instant now) {
            return new ReceivedTimes(Map.of(), now);
        }

        static ReceivedTimes of(Collection<ReceivedChange> changes, Instant now) {
            return new ReceivedTimes(changes.stream().collect(groupingBy(ReceivedChange::participantId)), now);
        }

        private ReceivedTimes with(Collection<ReceivedChange> more) {
            if (more.isEmpty()) {
                return this;
            }
            List<ReceivedChange> all = new ArrayList<>(more);
            changes.values().forEach(all::addAll);
            return of(all, now);
        }

        /** Returns when the first change of a day was received. */
        Instant of(PolicyDay day) {
            return changes.getOrDefault(day.day().participantId(), List.of()).stream()
                    .filter(change -> change.concerns(day.day().day()))
                    .map(ReceivedChange::receivedAt)
                    .filter(receivedAt -> receivedAt.isBefore(now))
                    .min(Comparator.naturalOrder())
                    .orElse(now);
        }
    }

    /** Returns the same data, given further changes that are scored, and the known groups of the participants. */
    ScoringContext with(Collection<ReceivedChange> changes, Map<Long, Group> knownGroups) {
        return new ScoringContext(policies, leaderboards, participants, knownGroups, dayRules, received.with(changes));
    }

    /** Group value of participants without a known value. */
    private static final String UNKNOWN = "unknown";

    ScoringPolicy policy(PolicyDay day) {
        return requireNonNull(policies.get(day.policyId()));
    }

    /** Returns the day rule of the day's policy, with time zones of groups. */
    StoredDayRule dayRule(PolicyDay day) {
        return requireNonNull(dayRules.get(policy(day).dayRuleId()));
    }

    /** Whether the version that scores the day corrects final windows. */
    boolean correctsFinal(PolicyDay day) {
        return policy(day).versionOn(day.day().day()).rules().correctsFinal();
    }

    /** Returns the days of participants that have not been erased. */
    List<PolicyDay> existing(List<PolicyDay> days) {
        return days.stream()
                .filter(day -> participants.containsKey(day.day().participantId()))
                .toList();
    }

    Participant participant(PolicyDay day) {
        return requireNonNull(participants.get(day.day().participantId()));
    }

    Group group(PolicyDay day) {
        return groups.getOrDefault(day.day().participantId(), Group.EVERYONE);
    }

    /**
     * Returns the leaderboard that receives a pillar's score. Null if there is none, it has become unsuitable, or it does not
     * accept the participant's entity type.
     */
    @Nullable
    Leaderboard leaderboard(PolicyDay day, String pillar) {
        Integer id = policy(day).leaderboardId(pillar);
        Leaderboard target = id == null ? null : leaderboards.get(id);
        return target != null
                        && target.updateMode() == UpdateMode.INCREMENT
                        && target.clock() == LeaderboardClock.SYSTEM
                        && target.entityTypes().contains(participant(day).entityType())
                ? target
                : null;
    }

    /**
     * Returns the group that receives a difference of a day: the group that has the submitted score, even if the participant has
     * another group now. If the present group only adds values and has the same windows, it is the present group, and the
     * entry moves there.
     *
     * @param previous group that has the submitted score; null if there is none
     */
    Group group(PolicyDay day, @Nullable Group previous, Leaderboard leaderboard) {
        Group present = group(day);
        return previous == null || (extendsGroup(present, previous) && haveSameWindows(leaderboard, present, previous))
                ? present
                : previous;
    }

    /** Returns the stored score if the leaderboard has received it. One that was created again has received nothing. */
    static @Nullable StoredPillarScore received(@Nullable StoredPillarScore stored, @Nullable Integer leaderboardId) {
        return stored != null && Objects.equals(stored.leaderboardId(), leaderboardId) ? stored : null;
    }

    /**
     * Returns whether a leaderboard receives the score of a day by the hour. This does not change after it has received a
     * score, even if its windows change: windows that were added later would not have what was submitted before.
     */
    static boolean isByHour(@Nullable StoredPillarScore received, Leaderboard leaderboard) {
        return (received == null || !received.isSubmitted())
                ? TargetWindows.needHours(leaderboard)
                : received.submittedParts() != null;
    }

    /**
     * Returns the differences between the scores of a day and the stored scores. Stored pillars that the version does not
     * have are 0 now. Omits pillars that are 0 and have no stored score.
     *
     * @param hours scores by hour of the pillars that feed leaderboards by the hour
     */
    List<ScoreDifference> differences(
            PolicyDay day, List<PillarScore> scores, List<StoredPillarScore> stored, Map<String, ScoreParts> hours) {
        Map<String, StoredPillarScore> storedByPillar = new LinkedHashMap<>();
        stored.forEach(score -> storedByPillar.put(score.pillar(), score));
        List<ScoreDifference> differences = new ArrayList<>();
        for (PillarScore score : scores) {
            StoredPillarScore previous = storedByPillar.remove(score.name());
            if (previous != null || !score.isZero()) {
                differences.add(difference(day, score.name(), score.score(), previous, hours.get(score.name())));
            }
        }
        storedByPillar.forEach(
                (pillar, previous) -> differences.add(difference(day, pillar, BigDecimal.ZERO, previous, null)));
        return differences;
    }

    /** @param hours scores by hour; null if the whole score counts as achieved in the middle of the day */
    private ScoreDifference difference(
            PolicyDay day,
            String pillar,
            BigDecimal score,
            @Nullable StoredPillarScore stored,
            @Nullable ScoreParts hours) {
        @Nullable Leaderboard target = leaderboard(day, pillar);
        @Nullable Integer storedId = stored == null ? null : stored.leaderboardId();
        @Nullable Integer targetId = target == null ? storedId : Integer.valueOf(target.id());
        @Nullable StoredPillarScore received = received(stored, targetId);
        StoredPillarScore current = received == null
                ? new StoredPillarScore(day, pillar, score, BigDecimal.ZERO, targetId, null, null, null, null)
                : received.withScore(score);
        @Nullable BigDecimal storedScore = stored == null ? null : stored.score();
        if (target == null) {
            return new ScoreDifference(current, storedScore, null);
        }
        Instant middle = achievedAt(day, target, group(day, current.group(), target));
        ScoreParts due = hours == null ? ScoreParts.of(middle, score) : hours;
        boolean byHour = isByHour(received, target);
        boolean later =
                !byHour && WindowScope.hasLater(target) && this.received.of(day).isBefore(Target.laterDueAt(middle));
        return new ScoreDifference(current, storedScore, new Target(target, middle, byHour, due, later));
    }

    /**
     * Returns the difference that the later windows of a leaderboard have not received; empty if the leaderboard does not exist any
     * more, or has become unsuitable.
     */
    Optional<ScoreDifference> toLater(StoredPillarScore stored) {
        @Nullable Leaderboard target = leaderboard(stored.day(), stored.pillar());
        return target == null || received(stored, target.id()) == null
                ? Optional.empty()
                : Optional.of(ScoreDifference.toLater(
                        stored, target, achievedAt(stored.day(), target, group(stored.day(), stored.group(), target))));
    }

    private static boolean extendsGroup(Group group, Group other) {
        return group.values().entrySet().containsAll(other.values().entrySet());
    }

    private static boolean haveSameWindows(Leaderboard leaderboard, Group one, Group other) {
        return leaderboard.groupings().stream().allMatch(grouping -> leaderboard
                .timeZone(grouping.group(values(leaderboard, one)))
                .equals(leaderboard.timeZone(grouping.group(values(leaderboard, other)))));
    }

    /** Returns the values of a group for all attributes of a leaderboard. */
    static Map<String, String> values(Leaderboard leaderboard, Group group) {
        Map<String, String> values = new TreeMap<>();
        Grouping.attributes(leaderboard.groupings())
                .forEach(attribute -> values.put(attribute, group.values().getOrDefault(attribute, UNKNOWN)));
        return values;
    }

    /** Returns the time at which the score of a day counts as achieved, for a leaderboard and a group. */
    Instant achievedAt(PolicyDay day, Leaderboard leaderboard, Group group) {
        return MiddleOfDay.of(day.day().day(), dayRule(day).timeZone(group, null, null), leaderboard.timeZone());
    }
}
