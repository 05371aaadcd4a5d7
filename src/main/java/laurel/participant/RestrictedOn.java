package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.List;

/**
 * The IDs of the leaderboards on which a participant is banned, or hidden by an administrator or its own choice;
 * {@link #ALL} for all of the app.
 *
 * @param bannedOn    by a restriction of kind BAN that is in force
 * @param hiddenOn    by a restriction of kind HIDE or OPT_OUT that is in force
 * @param unsettledOn where entries may not follow its restrictions yet
 */
@Introspected
public record RestrictedOn(List<Integer> bannedOn, List<Integer> hiddenOn, List<Integer> unsettledOn) {
    /** Stands for all leaderboards of the app. */
    public static final int ALL = 0;

    /** No restriction. */
    public static final RestrictedOn NONE = new RestrictedOn(List.of(), List.of(), List.of());

    /** Whether submissions of clients are refused. */
    public boolean bansOn(int leaderboard) {
        return includes(bannedOn, leaderboard);
    }

    /** Whether the participant's entries are not ranked. */
    public boolean withholdsOn(int leaderboard) {
        return bansOn(leaderboard) || includes(hiddenOn, leaderboard);
    }

    /** Whether some entries may be ranked that must not be, or the other way round. */
    public boolean isUnsettledOn(int leaderboard) {
        return includes(unsettledOn, leaderboard);
    }

    private static boolean includes(List<Integer> boards, int leaderboard) {
        return boards.contains(ALL) || boards.contains(leaderboard);
    }
}
