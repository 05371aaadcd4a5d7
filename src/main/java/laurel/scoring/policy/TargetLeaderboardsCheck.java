package laurel.scoring.policy;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.streak.DayRule;

/**
 * Whether the boards that pillars feed suit them. Refuses PILLAR_LEADERBOARD_FIXED, LEADERBOARD_TAKEN,
 * LEADERBOARD_NOT_FOUND and LEADERBOARD_NOT_SUITABLE, at the pillar's leaderboard.
 *
 * @param boards  those of the keys that the pillars name, by key
 * @param taken   the ids of those that other policies feed
 * @param days    by which the policy counts
 * @param earlier versions of the policy
 */
record TargetLeaderboardsCheck(
        Map<String, Leaderboard> boards,
        Collection<Integer> taken,
        DayRule days,
        List<ScoringPolicy.StoredVersion> earlier) {
    /** The ids of the boards by pillar. */
    Map<String, Integer> checked(List<Pillar> pillars) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        Set<String> fed = new HashSet<>();
        for (int n = 0; n < pillars.size(); n++) {
            Pillar pillar = pillars.get(n);
            String[] path = {"pillars", Integer.toString(n), "leaderboardKey"};
            checkSame(pillar, path);
            if (pillar.leaderboardKey() != null) {
                if (!fed.add(pillar.leaderboardKey())) {
                    throw new RefusedException(
                            ErrorCode.LEADERBOARD_TAKEN,
                            "Another pillar feeds the leaderboard `" + pillar.leaderboardKey() + "`.",
                            path);
                }
                ids.put(pillar.name(), suiting(pillar.leaderboardKey(), path).id());
            }
        }
        return ids;
    }

    /** What a day has come to by one version is set right by the next: so both speak of the same board. */
    private void checkSame(Pillar pillar, String... path) {
        for (ScoringPolicy.StoredVersion version : earlier) {
            Pillar before = version.rules().pillar(pillar.name());
            if (before != null && !Objects.equals(before.leaderboardKey(), pillar.leaderboardKey())) {
                throw new RefusedException(
                        ErrorCode.PILLAR_LEADERBOARD_FIXED,
                        "In version " + version.number() + " the pillar `" + pillar.name() + "` feeds "
                                + (before.leaderboardKey() == null
                                        ? "no leaderboard"
                                        : "`" + before.leaderboardKey() + "`")
                                + "; it must do so in all versions.",
                        path);
            }
            version.rules().pillars().forEach(other -> checkOther(other, pillar, path));
        }
    }

    /** A board has the sums of one pillar, and what it has of another would stay in them. */
    private static void checkOther(Pillar before, Pillar pillar, String... path) {
        if (before.leaderboardKey() != null
                && before.leaderboardKey().equals(pillar.leaderboardKey())
                && !before.name().equals(pillar.name())) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_TAKEN,
                    "An earlier version feeds this leaderboard by the pillar `" + before.name() + "`.",
                    path);
        }
    }

    private Leaderboard suiting(String key, String... path) {
        Leaderboard board = boards.get(key);
        if (board == null) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_FOUND, "No leaderboard has the key `" + key + "`.", path);
        }
        new LeaderboardRequirements(days).misfit(board.definition()).ifPresent(misfit -> {
            throw new RefusedException(ErrorCode.LEADERBOARD_NOT_SUITABLE, misfit.message(), path);
        });
        if (taken.contains(board.id())) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_TAKEN, "Another policy feeds the leaderboard `" + key + "`.", path);
        }
        return board;
    }
}
