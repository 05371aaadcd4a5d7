/**
 * Submissions: those that arrive while a batch commits form the next batch. A batch is one transaction with a fixed
 * number of statements, however many scores it holds.
 */
@NullMarked
package laurel.score.submission;

import org.jspecify.annotations.NullMarked;
