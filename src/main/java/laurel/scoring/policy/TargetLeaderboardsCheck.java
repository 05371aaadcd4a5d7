package laurel.scoring.policy;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/**
 * Checks the target leaderboards of pillars. Refuses PILLAR_LEADERBOARD_FIXED, LEADERBOARD_TAKEN, LEADERBOARD_NOT_FOUND and
 * LEADERBOARD_NOT_SUITABLE, at the pillar's leaderboard.
 *
 * @param targets          leaderboards that the pillars name, by key
 * @param takenIds         ids of leaderboards that other policies feed
 * @param requirements     requirements of the policy
 * @param existingVersions existing versions of the policy
 * @param unchangedIds     leaderboards that need not meet the requirements, because a version with the same rules feeds them
 */
record TargetLeaderboardsCheck(
        Map<String, Leaderboard> targets,
        Collection<Integer> takenIds,
        LeaderboardRequirements requirements,
        List<ScoringPolicy.StoredVersion> existingVersions,
        Collection<Integer> unchangedIds) {
    /** Returns the ids of the target leaderboards by pillar. */
    Map<String, Integer> checked(List<Pillar> pillars) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        Set<String> keys = new HashSet<>();
        for (int n = 0; n < pillars.size(); n++) {
            Pillar pillar = pillars.get(n);
            String[] path = {"pillars", Integer.toString(n), "leaderboardKey"};
            checkUnchanged(pillar, path);
            if (pillar.leaderboardKey() != null) {
                if (!keys.add(pillar.leaderboardKey())) {
                    throw new RefusedException(
                            ErrorCode.LEADERBOARD_TAKEN,
                            "Another pillar feeds the leaderboard `" + pillar.leaderboardKey() + "`.",
                            path);
                }
                ids.put(pillar.name(), suitable(pillar.leaderboardKey(), path).id());
            }
        }
        return ids;
    }

    /** A version corrects the scores of days that an earlier version submitted, so both must feed the same leaderboard. */
    private void checkUnchanged(Pillar pillar, String... path) {
        for (ScoringPolicy.StoredVersion version : existingVersions) {
            Pillar existing = version.rules().pillar(pillar.name());
            if (existing != null && !Objects.equals(existing.leaderboardKey(), pillar.leaderboardKey())) {
                throw new RefusedException(
                        ErrorCode.PILLAR_LEADERBOARD_FIXED,
                        "In version " + version.number() + " the pillar `" + pillar.name() + "` feeds "
                                + (existing.leaderboardKey() == null
                                        ? "no leaderboard"
                                        : "`" + existing.leaderboardKey() + "`")
                                + "; it must do so in all versions.",
                        path);
            }
            version.rules().pillars().forEach(other -> checkNotFedByOther(other, pillar, path));
        }
    }

    /** A leaderboard has the sums of one pillar: scores of another would remain in them. */
    private static void checkNotFedByOther(Pillar other, Pillar pillar, String... path) {
        if (other.leaderboardKey() != null
                && other.leaderboardKey().equals(pillar.leaderboardKey())
                && !other.name().equals(pillar.name())) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_TAKEN,
                    "An earlier version feeds this leaderboard with the pillar `" + other.name() + "`.",
                    path);
        }
    }

    private Leaderboard suitable(String key, String... path) {
        Leaderboard target = targets.get(key);
        if (target == null) {
            throw Leaderboards.unknown(key, path);
        }
        if (!unchangedIds.contains(target.id())) {
            requirements.violation(target.definition()).ifPresent(violation -> {
                throw new RefusedException(ErrorCode.LEADERBOARD_NOT_SUITABLE, violation.message(), path);
            });
        }
        if (takenIds.contains(target.id())) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_TAKEN, "Another policy feeds the leaderboard `" + key + "`.", path);
        }
        return target;
    }
}
