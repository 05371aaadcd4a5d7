package laurel.policy;

import static laurel.policy.ScoringPolicyInput.invalid;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * Whether the boards that pillars feed suit them; what it refuses is INVALID_POLICY, at the pillar's leaderboard.
 *
 * @param boards  those of the keys that the pillars name, by key
 * @param taken   the ids of those that other policies feed
 * @param days    by which the policy counts
 * @param earlier versions of the policy
 */
record BoardsCheck(
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
            String[] path = {"pillars", Integer.toString(n), "leaderboard"};
            checkSame(pillar, path);
            if (pillar.leaderboard() != null) {
                if (!fed.add(pillar.leaderboard())) {
                    throw invalid("A leaderboard is fed by one pillar.", path);
                }
                ids.put(
                        pillar.name(),
                        suiting(boards.get(pillar.leaderboard()), path).id());
            }
        }
        return ids;
    }

    /** What a day has come to by one version is set right by the next: so both speak of the same board. */
    private void checkSame(Pillar pillar, String... path) {
        for (ScoringPolicy.StoredVersion version : earlier) {
            Pillar before = version.rules().pillar(pillar.name());
            if (before != null && !Objects.equals(before.leaderboard(), pillar.leaderboard())) {
                throw invalid(
                        "In version " + version.number() + " this pillar feeds "
                                + (before.leaderboard() == null ? "no leaderboard" : before.leaderboard())
                                + ", and it does so in all versions.",
                        path);
            }
            version.rules().pillars().forEach(other -> checkOther(other, pillar, path));
        }
    }

    /** A board has the sums of one pillar, and what it has of another would stay in them. */
    private static void checkOther(Pillar before, Pillar pillar, String... path) {
        if (before.leaderboard() != null
                && before.leaderboard().equals(pillar.leaderboard())
                && !before.name().equals(pillar.name())) {
            throw invalid("An earlier version feeds this leaderboard by the pillar " + before.name() + ".", path);
        }
    }

    private Leaderboard suiting(@Nullable Leaderboard board, String... path) {
        if (board == null) {
            throw invalid("There is no leaderboard of this key.", path);
        }
        new BoardFit(days).misfit(board.definition()).ifPresent(misfit -> {
            throw invalid(misfit.message(), path);
        });
        if (taken.contains(board.id())) {
            throw invalid("Another policy feeds this leaderboard.", path);
        }
        return board;
    }
}
