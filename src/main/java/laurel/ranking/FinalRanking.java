package laurel.ranking;

import java.time.Instant;

/**
 * A ranking as it ended.
 *
 * @param revision    from 1
 * @param finalizedAt when this revision was stored
 * @param total       how many stood in it
 */
record FinalRanking(Ranking ranking, int revision, Instant finalizedAt, int total) {
    /** The name that its list has in cursors. */
    String list() {
        return "final:" + ranking.id() + ":" + revision;
    }
}
