package laurel.live;

import java.util.List;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.ranking.Standing;

/**
 * A followed participant and its neighbours in a state.
 *
 * @param participant id of the participant
 * @param above       number of better standings that are known; fewer near the first place
 * @param below       number of worse standings that are known; fewer near the last place
 * @param standings   consecutive, best first; empty if the participant has no entry
 */
record Neighbourhood(long participant, int above, int below, List<Standing> standings) {
    /** @param read at least as many standings, or all */
    static Neighbourhood of(long participant, int above, int below, List<Standing> read) {
        return new Neighbourhood(participant, above, below, around(participant, above, below, read));
    }

    /** The participant's standing and at most so many neighbours on each side. */
    List<Standing> around(int better, int worse) {
        return around(participant, better, worse, standings);
    }

    private static List<Standing> around(long participant, int above, int below, List<Standing> standings) {
        int at = indexOf(participant, standings);
        return at < 0
                ? List.of()
                : standings.subList(Math.max(0, at - above), Math.min(standings.size(), at + below + 1));
    }

    private static int indexOf(long participant, List<Standing> standings) {
        for (int n = 0; n < standings.size(); n++) {
            if (standings.get(n).participantId() == participant) {
                return n;
            }
        }
        return -1;
    }

    /** Whether any of these moves changes which standings it has, or their entries. */
    boolean touchedBy(NetMoves moves) {
        if (standings.isEmpty() || moves.has(participant)) {
            return moves.has(participant);
        }
        int at = indexOf(participant, standings);
        boolean startsAtFirst = at < above;
        boolean endsAtLast = standings.size() - at - 1 < below;
        return moves.touches(
                startsAtFirst ? RankKey.FIRST : standings.getFirst().key(),
                endsAtLast ? RankKey.LAST : standings.getLast().key());
    }

    /** Whether any of these moves changes a metric of its standings. */
    boolean isPassedBy(NetMoves moves) {
        return !standings.isEmpty() && moves.touches(standings.getLast().key());
    }

    /** The same standings after moves that do not touch them. */
    Neighbourhood passedBy(NetMoves moves, int entryCount) {
        return new Neighbourhood(
                participant,
                above,
                below,
                standings.stream()
                        .map(standing -> standing.passedBy(
                                moves.moreBetter(standing.key()), moves.moreBefore(standing.key()), entryCount))
                        .toList());
    }
}
