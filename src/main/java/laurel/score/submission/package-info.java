/**
 * Submits scores and removes submissions.
 *
 * <p>Requests that arrive while a batch is being committed form the next batch. Small requests share batches with those for other
 * leaderboards of the app. A request that finds no batch running is not delayed. A batch is one transaction, rarely several, with
 * a fixed number of statements, however many scores it has. {@link laurel.score.submission.Scores} is the entry point; {@link
 * laurel.score} lists the classes that a submission passes through.
 */
@NullMarked
package laurel.score.submission;

import org.jspecify.annotations.NullMarked;
