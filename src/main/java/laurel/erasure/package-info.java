/**
 * The erasure of a participant: the right to be forgotten. Start reading at {@link laurel.erasure.Erasures}.
 *
 * <p>One transaction takes the name from the participant and from its entries, under the locks of the app's activity and of the
 * leaderboards that have them, and from rows of all features that contain it ({@link laurel.request.erasure.ErasureSource}). A
 * second one, without these locks, erases a bounded number of rows of each table. A job erases the rest ({@link
 * laurel.erasure.ErasureWork}), and what transactions add that found the participant before: it waits for the leaderboards that
 * are locked.
 *
 * <p>The participant keeps its row, which is found by nothing. A later submission with its external ID creates a new participant.
 */
@NullMarked
package laurel.erasure;

import org.jspecify.annotations.NullMarked;
