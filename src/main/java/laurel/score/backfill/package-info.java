/**
 * Backfills windows from the ledger, as if the leaderboard had always had their definition.
 *
 * <p>A backfill is a job. Its first part finds the windows with submissions and opens them; each further part adds the
 * submissions to some of the windows and derives their entries, in one transaction under the lock of the leaderboard. So a
 * window is either unchanged or complete. A dry run rolls each part back. Start reading at {@link
 * laurel.score.backfill.WindowBackfill}.
 */
@NullMarked
package laurel.score.backfill;

import org.jspecify.annotations.NullMarked;
