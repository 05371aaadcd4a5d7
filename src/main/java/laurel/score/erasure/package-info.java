/**
 * The entries of participants that are erased: they leave the rankings, or stay without anything that names the participant.
 * Start reading at {@link laurel.score.erasure.ErasedEntries}.
 */
@NullMarked
package laurel.score.erasure;

import org.jspecify.annotations.NullMarked;
