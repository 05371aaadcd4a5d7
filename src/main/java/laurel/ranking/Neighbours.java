package laurel.ranking;

import java.util.List;

/**
 * How many to show around one participant.
 *
 * @param above  better ones
 * @param below  worse ones
 * @param refill whether those that one side lacks are taken from the other
 */
public record Neighbours(int above, int below, boolean refill) {
    /** As many better ones as may be shown, should the other side lack all. */
    int mostAbove() {
        return refill ? above + below : above;
    }

    /** As many worse ones as may be shown, should the other side lack all. */
    int mostBelow() {
        return refill ? above + below : below;
    }

    /**
     * Those to show.
     *
     * @param found up to the most on either side of the participant, who is marked
     */
    List<Standing> of(Found found) {
        List<Standing> standings = found.standings();
        int at = Math.max(0, standings.indexOf(found.marked()));
        int lackingBelow = Math.max(0, below - (standings.size() - at - 1));
        int lackingAbove = Math.max(0, above - at);
        int first = at - above - (refill ? lackingBelow : 0);
        int last = at + below + (refill ? lackingAbove : 0);
        return standings.subList(Math.max(0, first), Math.min(standings.size(), last + 1));
    }
}
