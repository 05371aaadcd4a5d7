/**
 * The demo: ten seasons of Formula One, 2010 to 2019, replayed into the board {@code drivers}, one submission for every
 * driver and race. The board lives by its submissions, so its present is the last race of 2019.
 *
 * <p>A round is one batch, and so one transaction. The board's own time tells how far the replay has got: one that was
 * interrupted goes on where it stopped.
 *
 * <p>The results are derived from F1DB (CC BY 4.0), see {@code NOTICE}.
 */
@NullMarked
package laurel.demo;

import org.jspecify.annotations.NullMarked;
