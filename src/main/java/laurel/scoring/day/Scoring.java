package laurel.scoring.day;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.UpdateMode;
import laurel.participant.Participant;
import laurel.scoring.policy.ScoringPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What scoring some days needs to know, each by id.
 *
 * @param participants of these days
 * @param groups       where those of them belong of whom that is known
 */
record Scoring(
        Map<Integer, ScoringPolicy> policies,
        Map<Integer, Leaderboard> boards,
        Map<Long, Participant> participants,
        Map<Long, Group> groups) {

    /** The value of an attribute of which a participant has not said where it belongs. */
    private static final String UNKNOWN = "unknown";

    ScoringPolicy policy(PolicyDay day) {
        return requireNonNull(policies.get(day.policyId()));
    }

    Participant participant(PolicyDay day) {
        return requireNonNull(participants.get(day.day().participantId()));
    }

    Group group(PolicyDay day) {
        return groups.getOrDefault(day.day().participantId(), Group.EVERYONE);
    }

    /**
     * The board that is told of a pillar; one that was made to mean something else, or that does not rank the likes of
     * these, is not.
     */
    @Nullable
    Leaderboard board(PolicyDay day, String pillar) {
        Integer id = policy(day).board(pillar);
        Leaderboard board = id == null ? null : boards.get(id);
        return board != null
                        && board.updateMode() == UpdateMode.INCREMENT
                        && board.clock() == LeaderboardClock.SYSTEM
                        && board.entityTypes().contains(participant(day).entityType())
                ? board
                : null;
    }

    /**
     * The group to which what a board is owed of a day goes: that which has what it has taken, though the participant may
     * belong elsewhere since. Where only more is known now, and the windows are the same, it takes along what stands.
     */
    Group group(StoredScore kept, Leaderboard board) {
        Group present = group(kept.day());
        Group had = kept.group();
        return had == null || (saysMore(present, had) && sameWindows(board, present, had)) ? present : had;
    }

    /**
     * What a day comes to beside what is kept of it: the pillars of the day, those of an earlier version too, which are 0
     * now; but none that was and is nothing.
     */
    List<ScoreDifference> differences(PolicyDay day, List<PillarScore> scored, List<StoredScore> kept) {
        Map<String, StoredScore> before = new LinkedHashMap<>();
        kept.forEach(score -> before.put(score.pillar(), score));
        List<ScoreDifference> differences = new ArrayList<>();
        for (PillarScore pillar : scored) {
            StoredScore was = before.remove(pillar.name());
            if (was != null || !pillar.idle()) {
                differences.add(difference(day, pillar.name(), pillar.score(), was));
            }
        }
        before.forEach((name, was) -> differences.add(difference(day, name, BigDecimal.ZERO, was)));
        return differences;
    }

    private ScoreDifference difference(PolicyDay day, String pillar, BigDecimal score, @Nullable StoredScore was) {
        @Nullable Leaderboard board = board(day, pillar);
        @Nullable Integer before = was == null ? null : was.leaderboardId();
        @Nullable Integer now = board == null ? before : Integer.valueOf(board.id());
        // A board that was made anew has taken nothing of what the one before it had.
        @Nullable StoredScore had = was != null && Objects.equals(before, now) ? was : null;
        BigDecimal taken = had == null ? BigDecimal.ZERO : had.taken();
        @Nullable Group group = had == null ? null : had.group();
        return new ScoreDifference(
                new StoredScore(day, pillar, score, taken, now, group), was == null ? null : was.score(), board);
    }

    private static boolean saysMore(Group group, Group than) {
        return group.values().entrySet().containsAll(than.values().entrySet());
    }

    private static boolean sameWindows(Leaderboard board, Group one, Group other) {
        return board.groupings().stream().allMatch(grouping -> board.timeZone(grouping.group(values(board, one)))
                .equals(board.timeZone(grouping.group(values(board, other)))));
    }

    /** The values of a group for all attributes of a board. */
    static Map<String, String> values(Leaderboard board, Group group) {
        Map<String, String> values = new TreeMap<>();
        Grouping.attributes(board.groupings())
                .forEach(attribute -> values.put(attribute, group.values().getOrDefault(attribute, UNKNOWN)));
        return values;
    }

    /** When the score of a day counts as achieved, by a board, in a group. */
    Instant achievedAt(PolicyDay day, Leaderboard board, Group group) {
        LocalDate date = day.day().day();
        return DayMiddle.of(date, policy(day).dayRule().zone(group, null, null), board.timeZone());
    }
}
