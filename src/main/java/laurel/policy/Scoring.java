package laurel.policy;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.UpdateMode;
import laurel.participant.Participant;
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
     * The board that is told of a pillar; one that was made to mean something else, or that does not rank the likes of these, is
     * not.
     */
    @Nullable
    Leaderboard board(PolicyDay day, String pillar) {
        Integer id = policy(day).board(pillar);
        Leaderboard board = id == null ? null : boards.get(id);
        return board != null
                        && board.updateMode() == UpdateMode.INCREMENT
                        && board.clock() == BoardClock.SYSTEM
                        && board.entityTypes().contains(participant(day).type())
                ? board
                : null;
    }

    /** When the score of a day counts as achieved, by a board. */
    Instant achievedAt(PolicyDay day, Leaderboard board) {
        LocalDate date = day.day().day();
        return DayMiddle.of(date, policy(day).dayRule().zone(group(day), null, null), board.zone());
    }
}
